package io.twophase.domain.reading;

import static io.twophase.domain.reading.Shop.held;
import static io.twophase.domain.reading.Shop.stored;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class AsDecidedTest {

  private static final DocumentRef ORDER = order("o1");
  private static final Optional<Document> DOCUMENT = stored(ORDER, fields("n", 50, "s", "UnPaid"));

  /** What is read of a document; none if there is no such document. */
  private static Optional<Fields> asDecided(Optional<Document> document, Shop shop) {
    return shop.with(document).read(ORDER).orElseThrow().get(0).fields();
  }

  private static Shop shop(State state, DocumentOperation operation) {
    return new Shop().with("t1", state, operation);
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
    Claim claim = new Claim.OfDocument(transactionId("t1"), operation);
    Optional<Document> document = held(DOCUMENT, RecordId.of(transactionId("t1")), epoch, claim);
    assertThat(asDecided(document, shop(state, operation)))
        .isEqualTo(Optional.of(fields("n", 50, "s", status)));
  }

  /** Each operation, on the document or where there is none, and what settling makes of it. */
  private static List<Arguments> operations() {
    return List.of(
        arguments(DOCUMENT, change(ORDER, inc("n", 5)), fields("n", 55, "s", "UnPaid")),
        arguments(DOCUMENT, remove(ORDER), null),
        arguments(DOCUMENT, add(ORDER, "n", -7), fields("n", 43L, "s", "UnPaid")),
        arguments(DOCUMENT, check(ORDER, is("n", 50)), fields("n", 50, "s", "UnPaid")),
        arguments(Optional.empty(), insert(ORDER, fields("a", 1)), fields("a", 1)),
        arguments(Optional.empty(), absent(ORDER), null));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isWhatSettlingWillMakeOfIt(
      Optional<Document> before, DocumentOperation operation, @Nullable Fields settled) {
    Optional<Document> document = held(before, "t1", operation);
    assertThat(asDecided(document, shop(State.APPLIED, operation)))
        .isEqualTo(Optional.ofNullable(settled));
    assertThat(asDecided(document, shop(State.PENDING, operation)))
        .isEqualTo(before.map(Document::fields));
  }

  @Test
  void ofManyAdditionsEachCountsByItsOwnRecord() {
    Optional<Document> document = DOCUMENT;
    Shop shop = new Shop();
    Map<String, State> states =
        Map.of("t1", State.APPLIED, "t2", State.PENDING, "t3", State.DONE, "t4", State.CANCELING);
    Map<String, Long> amounts = Map.of("t1", 1L, "t2", 2L, "t3", -4L, "t4", 8L);
    for (String id : List.of("t1", "t2", "t3", "t4")) {
      DocumentOperation operation = add(ORDER, "n", amounts.get(id));
      document = held(document, id, operation);
      shop.with(id, states.get(id), operation);
    }
    assertThat(asDecided(document, shop)).isEqualTo(Optional.of(fields("n", 47L, "s", "UnPaid")));
  }

  /** An id that was used again: the hold is an orphan of the first use. */
  @ParameterizedTest
  @EnumSource(
      value = State.class,
      names = {"APPLIED", "DONE"})
  void aHoldForAnotherOperationThanTheRecordsIsIgnored(State state) {
    Optional<Document> document = held(DOCUMENT, "t1", remove(ORDER));
    Shop other = shop(state, change(ORDER, set("s", "Paid")));
    Shop elsewhere = shop(state, remove(order("o2")));
    assertThat(asDecided(document, other)).isEqualTo(DOCUMENT.map(Document::fields));
    assertThat(asDecided(document, elsewhere)).isEqualTo(DOCUMENT.map(Document::fields));
  }

  @Test
  void whatAnOutsiderMadeImpossibleIsThrownByName() {
    DocumentOperation operation = change(ORDER, inc("n", 5));
    Document spoiled = held(DOCUMENT, "t1", operation).orElseThrow().withFields(fields("n", "x"));
    Shop shop = shop(State.APPLIED, operation);
    assertThatIllegalStateException()
        .isThrownBy(() -> asDecided(Optional.of(spoiled), shop))
        .withMessageContaining("orders \"o1\"");
  }
}
