package io.twophase.domain;

import static io.twophase.domain.testing.Answers.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.testing.Verbs;
import io.vavr.control.Either;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An id … */
class IdsTest {

  /** One of the kinds. */
  private record Kind(
      String name, Function<String, Either<InvalidId, ?>> parse, Function<String, ?> make) {
    String answer(String text) {
      Either<InvalidId, ?> read = parse.apply(text);
      if (read.isRight()) {
        assertThat(read.get()).isEqualTo(make.apply(text)).hasToString(text);
        return text;
      }
      InvalidId invalid = read.getLeft();
      assertThat(invalid).isEqualTo(new InvalidId(name, text, invalid.why()));
      assertThat(invalid.kind()).isEqualTo("BadId");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> make.apply(text))
          .withMessage(invalid.message());
      return invalid.why();
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind("account id", AccountId::parse, AccountId::new),
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

  @ScenesOf("ids.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(new Verbs(this).ofValues(TransactionId.class, RecordId.class));
  }

  /** Each kind of id takes the text, or refuses it for the same reason, and so does its maker. */
  String all(String text) {
    return kinds().map(kind -> kind.answer(text)).distinct().collect(joining(", "));
  }

  String operator(String text) {
    return new Kind("operator", OperatorName::parse, OperatorName::new).answer(text);
  }

  String why(String text) {
    return new Kind("reason", ActionReason::parse, ActionReason::new).answer(text);
  }

  String account(String text) {
    return refused(AccountId.parse(text)).message();
  }

  String token(String text) {
    return refused(Token.parse(text)).message();
  }

  /** The constructor refuses what is not read. */
  Either<String, RecordId> batch(String text) {
    if (RecordId.parse(text).isLeft()) {
      assertThatIllegalArgumentException().isThrownBy(() -> new RecordId(text));
    }
    return RecordId.parseBatch(text).mapLeft(InvalidId::message);
  }

  @Test
  void sortsAsItsUTF8BytesDo() {
    Random random = Seed.random("order of ids");
    for (int run = 0; run < 50_000; run++) {
      String one = text(random);
      // often a common beginning, so that the comparison goes deep
      String other = random.nextBoolean() ? text(random) : one + text(random);
      int expected =
          Integer.signum(Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8)));
      assertThat(Integer.signum(new AccountId(one).compareTo(new AccountId(other))))
          .as("%s and %s", one, other)
          .isEqualTo(expected);
      assertThat(Integer.signum(new TransactionId(other).compareTo(new TransactionId(one))))
          .isEqualTo(-expected);
      assertThat(Integer.signum(new ActionId(one).compareTo(new ActionId(other))))
          .isEqualTo(expected);
      assertThat(Integer.signum(new ConsumerName(one).compareTo(new ConsumerName(other))))
          .isEqualTo(expected);
      assertThat(
              Integer.signum(
                  new RecordId("batch:" + one).compareTo(new RecordId("batch:" + other))))
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
