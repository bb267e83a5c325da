package io.twophase.domain.reading;

import static io.twophase.domain.reading.Shop.held;
import static io.twophase.domain.reading.Shop.stored;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.testing.Allocations;
import io.twophase.domain.transaction.State;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadingOfManyTest {

  /** All are held by one transaction, whose record has as many operations. */
  @Test
  void isAsMuchWorkForEachAsOfFew() {
    assertThat(Allocations.growth(1_000, ReadingOfManyTest::reading)).isLessThan(6);
  }

  private static Runnable reading(int many) {
    Shop shop = new Shop();
    DocumentOperation[] all = new DocumentOperation[many];
    DocumentRef[] documents = new DocumentRef[many];
    for (int at = 0; at < many; at++) {
      documents[at] = order("o" + at);
      all[at] = change(documents[at], set("n", 2));
      shop.with(held(stored(documents[at], fields("n", 1)), "t1", all[at]));
    }
    shop.with("t1", State.APPLIED, all);
    return () -> {
      ReadAnswer.Consistent read = (ReadAnswer.Consistent) shop.read(documents);
      if (!read.documents().stream()
          .allMatch(one -> one.fields().equals(Optional.of(fields("n", 2))))) {
        throw new AssertionError(read);
      }
    };
  }
}
