package io.twophase.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.console.testing.Bank;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.WriteKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DocumentViewTest {

  private static final DocumentRef ORDER = TwoPhase.document("orders", "7");

  @AutoClose private final Bank bank = new Bank();
  private final List<String> reads = new ArrayList<>();

  @Test
  void theRecordsOfTheShownHoldsAreReadAtOnce() {
    bank.memory.store(ORDER, Fields.of(Map.of("stock", 1000L)));
    for (String id : List.of("pay-1", "pay-2", "pay-3")) {
      bank.dies(WriteKind.HOLD, TwoPhase.transaction(id).add(ORDER, "stock", 1, 0, 50_000));
    }

    Store counted =
        Interceptor.before(
            Store.class,
            bank.memory,
            (method, asked, call) -> {
              if (call.port() instanceof Records) {
                reads.add(method);
              }
              return call.make();
            });
    DocumentView view = DocumentView.read(counted, bank.twophase.documents(), ORDER, 2).get();

    assertThat(view.holders())
        .extracting(DocumentView.Holder::state)
        .hasSize(2)
        .containsOnly("pending");
    assertThat(view.holdCount()).isEqualTo(3);
    assertThat(reads).containsExactly("find");
  }
}
