package io.twophase.domain.account;

import static io.twophase.domain.account.Period.document;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.PeriodName;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.DocumentRefusal.DocumentExists;
import io.twophase.domain.transaction.DocumentRefusal.NoSuchDocument;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.twophase.domain.value.Fields;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeriodTest {

  private static final PeriodName NOVEMBER = new PeriodName("2026-11");
  private static final NewTransaction TRANSFER = transfer("t", "A", "B", cents(1));

  private static PeriodState state(Fields fields) {
    return Period.of(NOVEMBER, fields).get().state();
  }

  @Test
  void itsFieldsSayHowFarItIsClosed() {
    assertThat(state(fields("open", true))).isEqualTo(PeriodState.OPEN);
    assertThat(state(fields("open", false))).isEqualTo(PeriodState.CLOSING);
    assertThat(state(fields("open", false, "closed", true))).isEqualTo(PeriodState.CLOSED);
    assertThat(Period.of(NOVEMBER, fields("open", "yes")).isLeft()).isTrue();
    assertThat(Period.of(NOVEMBER, fields()).isLeft()).isTrue();
  }

  @Test
  void aPostingChecksItsPeriod() {
    List<Operation> operations = TRANSFER.inPeriod(NOVEMBER).get().operations();

    assertThat(operations).hasSize(3).startsWith(TRANSFER.operations().toArray(Operation[]::new));
    assertThat(Period.checkedBy(operations)).containsExactly(NOVEMBER);
    assertThat(Period.checkedBy(TRANSFER.operations())).isEmpty();
    assertThat(Period.checkedBy(List.of(check(document(NOVEMBER), is("year", 2026))))).isEmpty();
    assertThat(Period.checkedBy(List.of(check(order(1), is("open", true))))).isEmpty();
    assertThat(TRANSFER.inPeriod(NOVEMBER).flatMap(body -> body.inPeriod(NOVEMBER)).getLeft())
        .isInstanceOf(TransactionRefusal.SameDocument.class);
  }

  @Test
  void onlyADocumentOfATextIsAPeriod() {
    assertThat(Period.name(document(NOVEMBER))).contains(NOVEMBER);
    assertThat(Period.name(Period.COLLECTION.document(7))).isEmpty();
    assertThat(Period.name(Period.COLLECTION.document(" "))).isEmpty();
    assertThat(Period.name(CollectionName.of("rooms").document("2026-11"))).isEmpty();
  }

  @Test
  void aRefusedCheckIsSaidInThePeriodsWords() {
    assertThat(kind(failed("open", "false"))).isEqualTo("PeriodClosed");
    assertThat(kind(new NoSuchDocument(document(NOVEMBER)))).isEqualTo("NoSuchPeriod");
    assertThat(failed("open", "false").message())
        .isEqualTo("period 2026-11 is closed: it takes no postings");
  }

  @Test
  void anyOtherRefusalIsTheDocuments() {
    assertThat(kind(failed("open", "no such field"))).isEqualTo("GuardFailed");
    assertThat(kind(failed("year", "false"))).isEqualTo("GuardFailed");
    assertThat(kind(new NoSuchDocument(order(1)))).isEqualTo("NoSuchDocument");
    assertThat(kind(new DocumentRefusal.GuardFailed(order(1), "open", "is true", "false")))
        .isEqualTo("GuardFailed");
    assertThat(kind(new DocumentExists(document(NOVEMBER)))).isEqualTo("DocumentExists");
  }

  private static DocumentRefusal failed(String field, String found) {
    return new DocumentRefusal.GuardFailed(document(NOVEMBER), field, "is true", found);
  }

  private static String kind(DocumentRefusal refusal) {
    return refusal.kind();
  }
}
