package io.twophase.domain.document;

import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.transaction.DocumentRefusal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DocumentRefusalTest {

  private static final DocumentRef ORDER = order("o1");
  private static final TransactionId T1 = new TransactionId("t1");

  private static final List<DocumentRefusal> ALL =
      List.of(
          new DocumentRefusal.NoSuchDocument(ORDER),
          new DocumentRefusal.DocumentExists(ORDER),
          new DocumentRefusal.GuardFailed(ORDER, "a.b", "is 5", "6"),
          new DocumentRefusal.ChangeImpossible(ORDER, "a.b", "an array", "6"),
          new DocumentRefusal.DocumentTooLarge(ORDER, 17, 16),
          new DocumentRefusal.BoundReached(ORDER, "n", 4, 5),
          new DocumentRefusal.BoundReached(ORDER, "n", 4, -5),
          new DocumentRefusal.NotAddable(ORDER, "n", "a whole number from 0 to 9", "\"x\""),
          new DocumentRefusal.DocumentCorrupt(ORDER, "escrow.n: not a document"),
          new DocumentRefusal.ValueTaken(ORDER, "shop_number", "shop, number"),
          new DocumentRefusal.UnsafeCollection(ORDER, "has a validator"),
          new DocumentRefusal.DocumentBusy(ORDER, T1),
          new DocumentRefusal.ForeignDocumentHold(ORDER, T1));

  @Test
  void isOfADocumentThatIsLargerThanItMayBeWithItsId() {
    long frame = fields("a", "").bsonSize() + ORDER.id().bsonSize();
    int fitting = (int) (SizeLimit.MOST_BYTES - frame);
    assertThat(DocumentRefusal.DocumentTooLarge.of(ORDER, fields("a", "x".repeat(fitting))))
        .isEmpty();
    assertThat(DocumentRefusal.DocumentTooLarge.of(ORDER, fields("a", "x".repeat(fitting + 1))))
        .contains(
            new DocumentRefusal.DocumentTooLarge(
                ORDER, SizeLimit.MOST_BYTES + 1, SizeLimit.MOST_BYTES));
  }

  @Test
  void namesTheDocumentTheFieldWhatWasExpectedAndWhatWasFound() {
    String o1 = "document orders \"o1\"";
    assertThat(ALL)
        .extracting(DocumentRefusal::message)
        .containsExactly(
            "there is no " + o1,
            "there is a " + o1 + " already",
            o1 + ": expected that a.b is 5, found 6",
            o1 + ": expected a.b to be an array, found 6",
            o1 + " would have 17 bytes, at most 16",
            o1 + ": expected that 5 can be added to n, found 4",
            o1 + ": expected that 5 can be taken from n, found 4",
            o1 + ": expected n to be a whole number from 0 to 9, found \"x\"",
            o1 + " cannot be read: escrow.n: not a document",
            o1
                + ": expected that no other document has its shop, number, found one by the unique"
                + " index shop_number",
            o1 + " cannot take part: the collection orders has a validator",
            o1 + " is held by transaction t1",
            o1 + " has a hold of another transaction that had the id t1");
    assertThat(ALL).extracting(DocumentRefusal::document).containsOnly(ORDER);
  }

  @Test
  void isKnownByTheNameOfItsKind() {
    for (DocumentRefusal refusal : ALL) {
      assertThat(refusal.kind()).isEqualTo(refusal.getClass().getSimpleName());
    }
  }

  /** A refusal is stored in the record, which has to stay small whatever was found. */
  @Test
  void showsOfALargeValueAsMuchAsALineTakes() {
    Stored large = Document.of(ORDER, fields("a", "x".repeat(1_000_000)));
    Placing asked =
        new Placing(
            RecordId.of(T1),
            Epoch.FIRST,
            new Claim.OfDocument(T1, check(ORDER, is("a", "y".repeat(1_000_000)))));
    HoldRules rules = new HoldRules(HOME, CollectionName.of("accounts"), HoldLimit.DEFAULT);
    String message =
        refused(rules.place(Optional.of(large), asked)).reason().orElseThrow().message();
    assertThat(message).contains("yyy").contains("xxx").hasSizeLessThan(600);
  }
}
