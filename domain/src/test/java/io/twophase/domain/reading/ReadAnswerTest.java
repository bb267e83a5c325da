package io.twophase.domain.reading;

import static io.twophase.domain.reading.Shop.held;
import static io.twophase.domain.reading.Shop.stored;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadAnswerTest {

  private static final DocumentRef A = order("a");
  private static final DocumentRef B = order("b");
  private static final Fields N1 = fields("n", 1);
  private static final DocumentOperation PAY = change(A, set("n", 2));

  @Test
  void aHoldOfAnotherHomeIsNamed() {
    Home elsewhere = new Home("other.transactions");
    Document here = held(stored(A, N1), "t1", PAY).orElseThrow();
    Document away = here.with(List.of(Copies.with(here.holds().get(0), "home", elsewhere)));
    assertThat(new Shop().with(Optional.of(away)).read(B, A))
        .isEqualTo(new ReadAnswer.HeldElsewhere(A, transactionId("t1"), elsewhere));
  }

  @Test
  void whatCannotBeReadIsNamed() {
    Shop shop = new Shop().with(stored(B, N1));
    shop.unreadable(A, "escrow.n: no number");
    assertThat(shop.read(B, A)).isEqualTo(new ReadAnswer.Unreadable(A, "escrow.n: no number"));
  }

  @Test
  void anAbsenceThatBecomesUnreadableIsNotAnAbsence() {
    Shop shop = new Shop().with(stored(B, N1));
    shop.then(1, () -> shop.unreadable(A, "x"));
    assertThat(shop.read(B, A)).isEqualTo(new ReadAnswer.Unreadable(A, "x"));
  }

  @Test
  void aHoldersRecordThatCannotBeReadIsNamed() {
    Shop shop = new Shop().with(stored(B, N1)).with(held(stored(A, N1), "t1", PAY));
    shop.records.put("t1", Lookup.unreadable("t1", "state: 7"));
    assertThat(shop.read(B, A))
        .isEqualTo(
            new ReadAnswer.Unreadable(
                A, "held by transaction t1, whose record cannot be read: state: 7"));
  }

  @Test
  void aRecordThatBecomesUnreadableIsNamed() {
    Shop shop = new Shop().with(stored(B, N1)).with(held(stored(A, N1), "t1", PAY));
    shop.with("t1", State.PENDING, PAY)
        .then(2, () -> shop.records.put("t1", Lookup.unreadable("t1", "state: 7")));
    assertThat(shop.read(B, A)).isInstanceOf(ReadAnswer.Unreadable.class);
  }

  @Test
  void whoNeedsTheDocumentsIsGivenThem() {
    assertThat(new Shop().with(stored(A, N1)).read(A).orElseThrow())
        .containsExactly(new DecidedDocument(A, Optional.of(N1)));
  }
}
