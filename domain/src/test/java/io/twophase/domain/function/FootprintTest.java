package io.twophase.domain.function;

import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The footprint of a run … */
class FootprintTest {

  private static final DocumentRef ORDER = order("o");
  private static final Fields FIVE = fields("n", 5, "s", "x");
  private static final List<Guard> AS_READ = List.of(new Guard.Unchanged(FIVE));

  private final Footprint run = new Footprint();

  /** Each document is read, and something is stated of it; in either order it comes to the same. */
  @ScenesOf("footprint.txt")
  void isTheSameWhetherADocumentIsReadBeforeOrAfterWhatIsStatedOfIt(Scenes.Scene scene) {
    scene.play(new Verbs(this));
  }

  /** A row has its read, if any, and its statement, between bars: the refusal or the operation. */
  String comesTo(String words) {
    String[] sides = words.split(" \\| ", 2);
    Optional<Fields> read =
        Optional.of(sides[0]).filter(word -> word.startsWith("{")).map(DocumentWords::fields);
    DocumentOperation stated = (DocumentOperation) BodyWords.operation(sides[1]);
    Footprint other = new Footprint();
    assertThat(other.write(stated)).isEmpty();
    assertThat(other.operations()).containsExactly(stated);
    Footprint before = new Footprint();
    Optional<DocumentRefusal> readLast = other.read(ORDER, read);
    assertThat(before.read(ORDER, read)).isEmpty();
    assertThat(before.write(stated)).isEqualTo(readLast);
    assertThat(other.operations()).isEqualTo(before.operations());
    return readLast
        .map(DocumentRefusal::message)
        .orElseGet(() -> words((DocumentOperation) before.operations().get(0), stated, read));
  }

  private static String words(
      DocumentOperation operation, DocumentOperation stated, Optional<Fields> read) {
    if (operation.equals(stated)) {
      return "as stated";
    }
    assertThat(operation.guards()).containsExactly(new Guard.Unchanged(read.orElseThrow()));
    return operation.kind()
        + " as read"
        + (operation instanceof ChangeDocument change
            ? change.changes().all().stream().map(FootprintTest::words).collect(joining())
            : "");
  }

  private static String words(FieldChange change) {
    return ", %s %s %s".formatted(change.kind(), change.path(), DocumentWords.of(change.value()));
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
