package io.twophase.domain;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.testing.Seed;
import io.vavr.control.Either;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An id … */
class IdsTest {

  private static final String PAIR = "\uD83D\uDCB0";

  /** One of the kinds. */
  private record Kind(
      String name, Function<String, Either<InvalidId, ?>> parse, Function<String, ?> make) {}

  private static final Kind ACCOUNT = new Kind("account id", AccountId::parse, AccountId::new);

  static Stream<Kind> kinds() {
    return Stream.of(
        ACCOUNT,
        new Kind("transaction id", TransactionId::parse, TransactionId::new),
        new Kind("transaction id", RecordId::parse, RecordId::new),
        new Kind("application name", ApplicationName::parse, ApplicationName::new),
        new Kind("token", Token::parse, Token::new),
        new Kind("owner id", OwnerId::parse, OwnerId::new),
        new Kind("approver", ApproverName::parse, ApproverName::new),
        new Kind("action id", ActionId::parse, ActionId::new),
        new Kind("consumer", ConsumerName::parse, ConsumerName::new),
        new Kind("period", PeriodName::parse, PeriodName::new));
  }

  static Stream<Arguments> bad() {
    return Stream.of(
        argumentSet("empty", "", "is empty"),
        argumentSet("too long", "x".repeat(256), "has 256 characters, at most 255"),
        argumentSet("a space", " ", "begins or ends with white space"),
        argumentSet("a space before", " a", "begins or ends with white space"),
        argumentSet("a space after", "a ", "begins or ends with white space"),
        argumentSet("a tab before", "\ta", "begins or ends with white space"),
        argumentSet("an ideographic space after", "a\u3000", "begins or ends with white space"),
        argumentSet("a line break within", "a\nb", "has a control character"),
        argumentSet("a NUL within", "a\0b", "has a control character"),
        argumentSet("a NUL alone", "\0", "has a control character"),
        argumentSet("a C1 control within", "a\u0085b", "has a control character"),
        argumentSet("half a pair, high", "a\uD83D", "has a character that is not valid Unicode"),
        argumentSet("half a pair, low", "\uDCB0a", "has a character that is not valid Unicode"),
        argumentSet(
            "a pair exchanged", "\uDCB0\uD83D", "has a character that is not valid Unicode"),
        argumentSet(
            "a replacement character", "a\uFFFDb", "has a character that is not valid Unicode"));
  }

  @ParameterizedTest
  @MethodSource("bad")
  void isRefusedWithTheReason(String text, String why) {
    kinds()
        .forEach(
            kind -> {
              InvalidId invalid = refused(kind.parse().apply(text));
              assertThat(invalid).isEqualTo(new InvalidId(kind.name(), text, why));
              assertThat(invalid.kind()).isEqualTo("BadId");
              assertThatIllegalArgumentException()
                  .isThrownBy(() -> kind.make().apply(text))
                  .withMessage(invalid.message());
            });
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"a", "A b", "Zoë", PAIR, "a" + PAIR + "b", "$x.y", "'\"", "名前"})
  void isAnyOtherText(String text) {
    kinds()
        .forEach(
            kind -> {
              assertThat(accepted(kind.parse().apply(text))).isEqualTo(kind.make().apply(text));
              assertThat(kind.make().apply(text)).hasToString(text);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "t:reversal, t",
    "t:reversal:2, t",
    "t:reversal:09, t",
    "t:reversal:reversal, t:reversal",
    ":reversal,",
    "t:reversal:,",
    "t:reversal:2x,",
    "t:reversal:/,",
    "t:reversal::,",
    "t:reversal2,",
    "t:r:2,",
    "t,"
  })
  void ofAReversalIsByItsTextThatOfATryAtOneAndSaysOfWhat(String id, String reversed) {
    assertThat(new TransactionId(id).reversed())
        .isEqualTo(Optional.ofNullable(reversed).map(TransactionId::new));
    assertThat(new TransactionId("t").reversal(2)).contains(new TransactionId("t:reversal:2"));
  }

  @Test
  void has255CharactersAtMost() {
    assertThat(AccountId.parse("x".repeat(255)).isRight()).isTrue();
  }

  @Test
  void isShownInARefusalShortenedAndWithoutControlCharacters() {
    assertThat(refused(AccountId.parse("x".repeat(300))).message())
        .isEqualTo("account id '" + "x".repeat(60) + "…' has 300 characters, at most 255");
    assertThat(refused(AccountId.parse(" " + "x".repeat(59))).message()).doesNotContain("…");
    assertThat(refused(Token.parse("a\u001b[2Jb")).message())
        .isEqualTo("token 'a\uFFFD[2Jb' has a control character");
  }

  @Test
  void sortsAsItsUTF8BytesDo() {
    Random random = Seed.random("order of ids");
    for (int run = 0; run < 50_000; run++) {
      String one = text(random);
      // often a common beginning, so that the comparison goes deep
      String other = random.nextBoolean() ? text(random) : one + text(random);
      int expected =
          Integer.signum(
              Arrays.compareUnsigned(
                  one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8)));
      assertThat(Integer.signum(new AccountId(one).compareTo(new AccountId(other))))
          .as("%s and %s", one, other)
          .isEqualTo(expected);
      assertThat(Integer.signum(new TransactionId(other).compareTo(new TransactionId(one))))
          .isEqualTo(-expected);
      assertThat(Integer.signum(new ActionId(one).compareTo(new ActionId(other))))
          .isEqualTo(expected);
      assertThat(Integer.signum(new ConsumerName(one).compareTo(new ConsumerName(other))))
          .isEqualTo(expected);
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = 1 + random.nextInt(4);
    for (int at = 0; at < length; at++) {
      text.appendCodePoint(
          switch (random.nextInt(6)) {
            case 0 -> 'a' + random.nextInt(3);
            case 1 -> 0xE0 + random.nextInt(16);
            case 2 -> 0x4E00 + random.nextInt(16);
            case 3 -> 0xFF10 + random.nextInt(10);
            case 4 -> 0x1F4B0 + random.nextInt(16);
            default -> 0x10FF00 + random.nextInt(16);
          });
    }
    return text.toString();
  }
}
