package io.twophase.adapter.inmemory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Home;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.value.Fields;
import io.twophase.test.contract.hold.HoldStore;
import io.twophase.test.contract.hold.HoldsContract;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class InMemoryHoldsTest extends HoldsContract {

  private InMemoryHolds holds = holds(HoldLimit.DEFAULT);

  private static InMemoryHolds holds(HoldLimit limit) {
    return new InMemoryHolds(new HoldRules(Documents.HOME, InMemoryStore.ACCOUNTS, limit));
  }

  @Override
  protected HoldStore store(HoldLimit limit) {
    holds = holds(limit);
    return new HoldStore(holds, holds.accounts(Clock.systemUTC()), new Home("transactions"));
  }

  @Override
  protected void host(DocumentRef document, Fields fields) {
    holds.store(document, fields);
  }

  @Test
  void aHostStoresNeitherTheProtocolsFieldsNorADocumentTwice() {
    DocumentRef order = Documents.order(1);
    assertThatThrownBy(() -> holds.store(order, Documents.fields(Names.PENDING, "x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Names.PENDING);
    holds.store(order, Documents.fields("a", 1));
    assertThatThrownBy(() -> holds.store(Documents.order(1.0), Documents.fields("a", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("already");
  }
}
