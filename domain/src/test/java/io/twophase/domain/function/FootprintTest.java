package io.twophase.domain.function;

import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.unset;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.DocumentRefusal.ChangeImpossible;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The footprint of a run … */
class FootprintTest {

  private static final DocumentRef ORDER = order("o");
  private static final Fields FIVE = fields("n", 5, "s", "x");
  private static final List<Guard> AS_READ = List.of(new Guard.Unchanged(FIVE));

  /** The lowest amount, which is further below the floor than 64 bits can tell. */
  private static final long LEAST = -Long.MAX_VALUE;

  private static final DocumentRefusal ABSENT = new DocumentRefusal.NoSuchDocument(ORDER);

  private final Footprint run = new Footprint();

  /** What is read, what is stated, and what both come to: an operation or a refusal. */
  static Stream<Arguments> statements() {
    return Stream.of(
        arguments(null, insert(ORDER, FIVE), insert(ORDER, FIVE)),
        arguments(FIVE, insert(ORDER, FIVE), new DocumentRefusal.DocumentExists(ORDER)),
        arguments(null, remove(ORDER), ABSENT),
        arguments(FIVE, remove(ORDER, is("n", 5)), new RemoveDocument(ORDER, AS_READ)),
        arguments(FIVE, remove(ORDER, is("n", 6)), failed("is 6")),
        arguments(null, change(ORDER, set("n", 6)), ABSENT),
        arguments(FIVE, change(ORDER, is("n", 6), set("n", 7)), failed("is 6")),
        arguments(FIVE, change(ORDER, set("n", 5)), new CheckDocument(ORDER, AS_READ)),
        arguments(FIVE, change(ORDER, set("n", 6)), asRead(change(ORDER, set("n", 6)))),
        arguments(FIVE, change(ORDER, unset("n")), asRead(change(ORDER, unset("n")))),
        arguments(
            FIVE,
            change(ORDER, inc("s", 1)),
            new ChangeImpossible(ORDER, "s", "a whole number", "\"x\"")),
        arguments(null, add(ORDER, "n", 1), ABSENT),
        arguments(FIVE, add(ORDER, "n", 95), asRead(change(ORDER, set("n", 100L)))),
        arguments(FIVE, add(ORDER, "n", 96), reached(95, 96)),
        arguments(FIVE, add(ORDER, "n", -5), asRead(change(ORDER, set("n", 0L)))),
        arguments(FIVE, add(ORDER, "n", -6), reached(5, -6)),
        arguments(FIVE, add(ORDER, "s", 1), notAddable("s", "\"x\"")),
        arguments(FIVE, new AddToField(ORDER, "n", -6, 1, 100), reached(4, -6)),
        arguments(FIVE, new AddToField(ORDER, "n", LEAST, 2, 100), reached(3, LEAST)),
        arguments(FIVE, add(ORDER, "m", -6), notAddable("m", "no such field")),
        arguments(fields("n", 101), add(ORDER, "n", -1), notAddable("n", "101")),
        arguments(fields("n", 200), add(ORDER, "n", -5), notAddable("n", "200")));
  }

  private static DocumentRefusal failed(String expected) {
    return new DocumentRefusal.GuardFailed(ORDER, "n", expected, "5");
  }

  private static DocumentRefusal reached(long left, long asked) {
    return new DocumentRefusal.BoundReached(ORDER, "n", left, asked);
  }

  private static DocumentRefusal notAddable(String field, String found) {
    return new DocumentRefusal.NotAddable(ORDER, field, "a whole number from 0 to 100", found);
  }

  private static ChangeDocument asRead(ChangeDocument change) {
    return new ChangeDocument(ORDER, AS_READ, change.changes());
  }

  @ParameterizedTest
  @MethodSource("statements")
  void isTheSameWhetherADocumentIsReadBeforeOrAfterWhatIsStatedOfIt(
      Fields read, DocumentOperation stated, Object outcome) {
    Footprint other = new Footprint();
    assertThat(other.write(stated)).isEmpty();
    assertThat(other.operations()).containsExactly(stated);
    Optional<DocumentRefusal> readLast = other.read(ORDER, Optional.ofNullable(read));

    assertThat(run.read(ORDER, Optional.ofNullable(read))).isEmpty();
    assertThat(run.write(stated)).isEqualTo(readLast);

    assertThat(readLast.<Object>map(refusal -> refusal).orElseGet(() -> run.operations().get(0)))
        .isEqualTo(outcome);
    assertThat(other.operations()).isEqualTo(run.operations());
  }

  @Test
  void hasAtMostsFirstThenEachAccountsSumAndNothingOfOneThatIsZero() {
    run.debit(debit("A", usd("5")));
    run.credit(credit("B", usd("2")));
    run.debit(debit("B", usd("2")));
    run.credit(credit("C", usd("4")));
    run.credit(credit("C", usd("1")));
    run.debit(Debit.atMost(accountId("D"), usd("1")));

    assertThat(run.operations())
        .containsExactly(
            Debit.atMost(accountId("D"), usd("1")), debit("A", usd("5")), credit("C", usd("5")));
    assertThat(run.hasWritten()).isTrue();
  }

  @Test
  void knowsWhatItHasReadAndWhetherThatWasThere() {
    run.read(ORDER, Optional.of(FIVE));
    run.read(order("p"), Optional.empty());
    run.read(order("r"), Optional.empty());
    assertThat(run.hasWritten()).isFalse();
    run.write(remove(order("q")));

    assertThat(run.absent()).isEqualTo(2);
    assertThat(run.present()).containsOnlyKeys(ORDER);
    assertThat(run.hasTouched(order("q"))).isTrue();
    assertThat(run.hasTouched(order("s"))).isFalse();
    assertThat(run.hasRead(ORDER)).isTrue();
    assertThat(run.hasRead(order("q"))).isFalse();
    assertThat(run.hasRead(order("s"))).isFalse();
    assertThat(run.operations())
        .containsExactly(
            new CheckDocument(ORDER, AS_READ),
            absent(order("p")),
            absent(order("r")),
            remove(order("q")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run.read(ORDER, Optional.of(fields("a.b", 1))));
    assertThatThrownBy(() -> run.now(order("q"))).hasMessage("orders \"q\" was not read");
  }
}
