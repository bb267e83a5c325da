package io.twophase.domain.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.transaction.TransactionRefusal.NameTooLarge;
import io.twophase.domain.transaction.TransactionRefusal.RecordTooLarge;
import io.twophase.domain.transaction.TransactionRefusal.SameDocument;
import io.twophase.domain.transaction.TransactionRefusal.TooManyOperations;
import io.twophase.domain.value.Value;
import org.junit.jupiter.api.Test;

class TransactionRefusalTest {

  private static final SameDocument SAME_DOCUMENT =
      new SameDocument(new DocumentRef(CollectionName.of("orders"), new Value.Int32(7)));

  @Test
  void theirMessagesNameWhatIsWrong() {
    assertThat(SAME_DOCUMENT.message())
        .isEqualTo("document orders 7 occurs twice: a transaction touches a document once");
    assertThat(new TooManyOperations(3, 2).message()).isEqualTo("3 operations, at most 2");
    assertThat(new RecordTooLarge(30, 20).message())
        .isEqualTo("the operations take 30 bytes, at most 20");
    assertThat(new NameTooLarge(CollectionName.of("orders"), 30, 20).message())
        .isEqualTo(
            "an _id or the path to a field, of a document in orders, takes 30 bytes, at most 20");
  }
}
