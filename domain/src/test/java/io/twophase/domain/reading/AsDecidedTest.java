package io.twophase.domain.reading;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Participants.held;
import static io.twophase.domain.testing.Participants.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.testing.RecordFixture;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class AsDecidedTest {

  private static final DocumentRef ORDER = order("o1");
  private static final Option<Participant> DOCUMENT = stored(ORDER, fields("n", 50, "s", "UnPaid"));

  private static RecordFixture recordFor(String id, DocumentOperation operation) {
    return recordOf(
        new NewTransaction(transactionId(id), List.of(operation), Option.none(), Option.none()));
  }

  private static Option<Fields> asDecided(Option<Participant> document, Transaction... records) {
    return AsDecided.of(
        document.get(),
        id ->
            Option.ofOptional(List.of(records).stream().filter(r -> r.id().equals(id)).findAny()));
  }

  @ParameterizedTest
  @CsvSource({
    "INITIAL, 1, UnPaid",
    "PENDING, 1, UnPaid",
    "PENDING, 2, UnPaid",
    "APPLIED, 1, Paid",
    "APPLIED, 2, UnPaid",
    "DONE, 1, Paid",
    "DONE, 2, UnPaid",
    "CANCELING, 1, UnPaid",
    "CANCELED, 1, UnPaid"
  })
  void aHoldCountsIfItsRecordHappensAtTheHoldsEpoch(State state, long epoch, String status) {
    DocumentOperation operation = change(ORDER, is("s", "UnPaid"), set("s", "Paid"));
    Transaction record = recordFor("t1", operation).in(state).at(epoch).build();
    assertThat(asDecided(held(DOCUMENT, "t1", operation), record))
        .isEqualTo(Option.some(fields("n", 50, "s", status)));
  }

  /** Each operation, on the document or where there is none, held and decided. */
  private static List<DocumentOperation> onTheDocument() {
    return List.of(
        change(ORDER, inc("n", 5)), remove(ORDER), add(ORDER, "n", -7), check(ORDER, is("n", 50)));
  }

  private static List<DocumentOperation> onNoDocument() {
    return List.of(insert(ORDER, fields("a", 1)), absent(ORDER));
  }

  @ParameterizedTest
  @MethodSource("onTheDocument")
  void isWhatSettlingWillMakeOfTheDocument(DocumentOperation operation) {
    assertSettles(DOCUMENT, operation);
  }

  @ParameterizedTest
  @MethodSource("onNoDocument")
  void isWhatSettlingWillMakeOfThePlaceholder(DocumentOperation operation) {
    assertSettles(Option.none(), operation);
    Transaction pending = recordFor("t1", operation).build();
    assertThat(asDecided(held(Option.none(), "t1", operation), pending)).isEmpty();
  }

  private static void assertSettles(Option<Participant> before, DocumentOperation operation) {
    Option<Participant> document = held(before, "t1", operation);
    Option<Participant> settled =
        accepted(ParticipantRules.settle(document, leg("t1", 1, operation)));
    Transaction applied = recordFor("t1", operation).in(State.APPLIED).build();
    assertThat(asDecided(document, applied)).isEqualTo(settled.map(Participant::fields));
  }

  @Test
  void ofManyAdditionsEachCountsByItsOwnRecord() {
    Option<Participant> document = DOCUMENT;
    List<Transaction> records = new ArrayList<>();
    Map<String, State> states =
        Map.of("t1", State.APPLIED, "t2", State.PENDING, "t3", State.DONE, "t4", State.CANCELING);
    Map<String, Long> amounts = Map.of("t1", 1L, "t2", 2L, "t3", -4L, "t4", 8L);
    for (String id : List.of("t1", "t2", "t3", "t4")) {
      DocumentOperation operation = add(ORDER, "n", amounts.get(id));
      document = held(document, id, operation);
      records.add(recordFor(id, operation).in(states.get(id)).build());
    }
    Option<Fields> decided = asDecided(document, records.toArray(Transaction[]::new));
    assertThat(decided).isEqualTo(Option.some(fields("n", 47L, "s", "UnPaid")));
  }

  @Test
  void theRecordsOfChecksAreNotAskedFor() {
    assertThat(
            AsDecided.of(
                held(DOCUMENT, "t1", check(ORDER)).get(),
                id -> {
                  throw new AssertionError("asked for " + id);
                }))
        .isEqualTo(DOCUMENT.map(Participant::fields));
  }

  @Test
  void aHoldWithoutARecordIsIgnored() {
    assertThat(asDecided(held(DOCUMENT, "t1", remove(ORDER))))
        .isEqualTo(DOCUMENT.map(Participant::fields));
  }

  /** An id that was used again: the hold is an orphan of the first use. */
  @ParameterizedTest
  @EnumSource(
      value = State.class,
      names = {"APPLIED", "DONE"})
  void aHoldForAnotherOperationThanTheRecordsIsIgnored(State state) {
    Option<Participant> document = held(DOCUMENT, "t1", remove(ORDER));
    Transaction other = recordFor("t1", change(ORDER, set("s", "Paid"))).in(state).build();
    Transaction elsewhere = recordFor("t1", remove(order("o2"))).in(state).build();
    assertThat(asDecided(document, other)).isEqualTo(DOCUMENT.map(Participant::fields));
    assertThat(asDecided(document, elsewhere)).isEqualTo(DOCUMENT.map(Participant::fields));
  }

  @Test
  void whatAnOutsiderMadeImpossibleIsThrownByName() {
    DocumentOperation operation = change(ORDER, inc("n", 5));
    Participant held = held(DOCUMENT, "t1", operation).get();
    Participant spoiled =
        new Participant(
            ORDER,
            fields("n", "x"),
            held.placeholder(),
            held.lastTransaction(),
            held.holds(),
            held.escrow());
    Transaction applied = recordFor("t1", operation).in(State.APPLIED).build();
    assertThatThrownBy(() -> asDecided(Option.some(spoiled), applied))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("orders \"o1\"");
  }
}
