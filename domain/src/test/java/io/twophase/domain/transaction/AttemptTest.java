package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.TransactionId;
import io.twophase.domain.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An attempt of a function … */
class AttemptTest {

  private static final TransactionId PAY = transactionId("pay-7");
  private static final Attempt FIRST = new Attempt(PAY, 1, Optional.of(new Value.Int32(7)));

  @Test
  void hasAnIdByItsNumberAndTheNextOneHasNoValueYet() {
    assertThat(FIRST.id()).isEqualTo(PAY);
    assertThat(FIRST.next()).isEqualTo(new Attempt(PAY, 2, Optional.empty()));
    assertThat(FIRST.next().id()).isEqualTo(transactionId("pay-7~2"));
    assertThat(FIRST.next()).hasToString("attempt 2 of pay-7");
    assertThat(FIRST.withoutValue()).isEqualTo(new Attempt(PAY, 1, Optional.empty()));
    assertThat(FIRST.isSameAs(FIRST.withoutValue())).isTrue();
    assertThat(FIRST.isSameAs(FIRST.next())).isFalse();
    assertThat(FIRST.isSameAs(new Attempt(transactionId("x"), 1, Optional.empty()))).isFalse();
    assertThat(BodyDifference.ofAttempts(Optional.of(FIRST), FIRST.next()))
        .hasToString("function: attempt 1 of pay-7 stored, attempt 2 of pay-7 asked");
  }

  @Test
  void isReadFromItsId() {
    assertThat(Attempt.of(PAY)).contains(new Attempt(PAY, 1, Optional.empty()));
    assertThat(Attempt.of(transactionId("pay-7~12")))
        .contains(new Attempt(PAY, 12, Optional.empty()));
    assertThat(Stream.of("a~0", "a~1", "a~09", "a~1234567890", "a~2~2", "a ~2", "x".repeat(245)))
        .allMatch(id -> Attempt.of(transactionId(id)).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a~", "~1", "a~b", "a~1b", "a~:", "a~/", "a~2~", "a1"})
  void hasAsItsFunctionsIdAnyThatNoLaterAttemptHas(String id) {
    assertThatCode(() -> Attempt.requireFunction(transactionId(id))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a~2", "a~09", "a~~0"})
  void hasNoFunctionOfTheIdOfALaterOne(String id) {
    assertThatThrownBy(() -> new Attempt(transactionId(id), 1, Optional.empty()))
        .hasMessage(
            "function " + id + ": an id that ends in ~ and digits is that of a later attempt");
  }

  @Test
  void hasBoundsOfItsFunctionsIdItsNumberAndItsValue() {
    assertThat(of("x".repeat(244), 1, 0).number()).isOne();
    assertThatThrownBy(() -> of("x".repeat(245), 1, 0))
        .hasMessageEndingWith("its id has 245 characters, at most 244: later attempts add to it");
    assertThatThrownBy(() -> of("f", 0, 0)).hasMessage("attempt 0 of f");
    assertThat(of("f", 1, Attempt.MAX_VALUE_BYTES).value()).isPresent();
    assertThatThrownBy(() -> of("f", 1, Attempt.MAX_VALUE_BYTES + 1))
        .hasMessage("the value of function f has 65537 bytes, at most 65536");
  }

  /** With a text of so many bytes in BSON, where it is more than none. */
  private static Attempt of(String function, int number, int bytes) {
    Value.Text empty = new Value.Text("");
    Optional<Value> value =
        bytes == 0
            ? Optional.empty()
            : Optional.of(new Value.Text("x".repeat((int) (bytes - empty.bsonSize()))));
    return new Attempt(transactionId(function), number, value);
  }

  @ParameterizedTest
  @CsvSource({"note, 140", "reference, 140", "metadata, 143", "attempt, 143", "value, 275"})
  void andAllElseThatIsSaidCountForTheSizeOfABody(String what, long more) {
    NewTransaction body = transfer("t", "A", "B", usd("1"));
    Labels labels = body.labels();
    NewTransaction said =
        switch (what) {
          case "note" -> body.noted("four");
          case "reference" -> body.labelled(labels.referenced("four"));
          case "metadata" -> body.labelled(labels.with("four", "5"));
          case "attempt" -> body.labelled(labels.of(Optional.of(FIRST.withoutValue())));
          default -> body.labelled(labels.of(Optional.of(FIRST)));
        };
    assertThat(said.bytes() - body.bytes()).isEqualTo(more);
    assertThat(said.labels().isEmpty()).isEqualTo(what.equals("note"));
    assertThat(new Labels(Optional.empty(), Map.of(), Optional.empty()).isEmpty()).isTrue();
  }
}
