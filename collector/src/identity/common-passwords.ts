/**
 * Passwords that guessing starts with, in lower case. A stem covers what people put after it: `password` covers
 * `Password123!` (see `password-rules.ts`). Repetitions such as `abcabcabc` need no entry.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  12345678 123456789 1234567890 0123456789 01234567 012345678 87654321 987654321 9876543210 0987654321
  123123123 12341234 123454321 1234554321 12344321 1234qwer 123qweasd 123qwe123 123abc123 12qwaszx
  147258369 741852963 789456123 159357258 147852369 159753123 31415926 3141592653 27182818 11223344
  1122334455 112233445566 19871987 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc
  q1w2e3r4 q1w2e3r4t5 a1b2c3d4 a1s2d3f4 qweasdzxc zaq12wsx zaq1xsw2 !qaz2wsx qazwsx qazwsxedc
  qwer qwert qwerty qwertyu qwertyui qwertyuiop qwertz qwertzuiop azerty azertyuiop asdf asdfgh asdfghjkl
  zxcvbn zxcvbnm poiuytrewq lkjhgfdsa mnbvcxz abc abcd abcdef abcdefg abcdefgh abcdefghij aa aaa
  password passwort passw p@ssw p@ssword p@ssw0rd pa$$word pa$$w0rd passw0rd passwd pass pass@word mypassword
  thepassword yourpassword newpassword oldpassword password1234 passphrase passpass drowssap secret secrets
  mysecret topsecret changeme changeit change changethis default defaultpassword temporary temppass temp
  test tester testing testtest testpassword demo demodemo example sample guest visitor user username users
  admin administrator adminadmin admin@ root rootroot toor superuser superadmin sysadmin manager master
  webmaster postmaster operator support service letmein letmeinnow welcome welcometo welcomeback login
  logmein loginlogin enter enterenter access granted openup opensesame trustno trustnoone nopassword
  iloveyou iloveu ilovemyself iloveme loveyou lovelove lovely loveme mylove forever friends bestfriend
  sunshine princess prince butterfly rainbow flower flowers summer winter spring autumn january february
  march april june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday football baseball basketball cricket rugby liverpool liverpoolfc arsenal chelsea chelseafc
  manchester manchesterunited manutd everton tottenham spurs celtic rangers newcastle westham barcelona
  realmadrid juventus superman batman spiderman ironman starwars startrek pokemon pikachu minecraft nintendo
  playstation xbox gandalf hobbit matrix monkey dragon tiger lion eagle wolf panther shadow killer hunter
  hunter2 ninja samurai warrior phoenix mustang ferrari mercedes porsche corvette harley yamaha computer
  internet windows microsoft google facebook samsung iphone apple android linux ubuntu oracle database
  server mysql postgres postgresql clickhouse charlie michael michelle jennifer jessica jordan daniel
  matthew anthony andrew joshua thomas robert william george harry oliver oscar ashley amanda nicole
  hannah sophie chloe samantha alexander alexandra christopher elizabeth victoria benjamin nicholas
  cheese chocolate cookie banana orange pepper ginger peanut whisky guinness heineken carlsberg stella
  beer beerbeer cheers drinks brewery england scotland ireland london britain europe america freedom
  whatever nothing blahblah asdasd qweqwe corona hello hellohello helloworld goodbye fuckyou fuckoff
  asshole bullshit jesus jesuschrist godisgood blessed angel angels heaven money dollar million lucky
  correcthorsebatterystaple half-measure halfmeasure
  `
    .trim()
    .split(/\s+/),
)
