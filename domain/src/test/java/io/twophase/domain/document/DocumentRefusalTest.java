package io.twophase.domain.document;

import static io.twophase.domain.document.SizeLimit.MOST_BYTES;
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
import io.twophase.domain.transaction.DocumentRefusal.DocumentTooLarge;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DocumentRefusalTest {

  private static final DocumentRef ORDER = order("o1");
  private static final TransactionId T1 = new TransactionId("t1");

  @Test
  void isOfADocumentThatIsLargerThanItMayBeWithItsId() {
    long frame = fields("a", "").bsonSize() + ORDER.id().bsonSize();
    int fitting = (int) (MOST_BYTES - frame);
    assertThat(DocumentTooLarge.of(ORDER, fields("a", "x".repeat(fitting)))).isEmpty();
    assertThat(DocumentTooLarge.of(ORDER, fields("a", "x".repeat(fitting + 1))))
        .contains(new DocumentTooLarge(ORDER, MOST_BYTES + 1, MOST_BYTES));
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
