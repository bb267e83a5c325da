package io.twophase.app.transfer;

import static io.twophase.TwoPhase.where;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.domain.document.Guards;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransactionRequestTest {

  @Test
  void hasTheOperationsOnDocumentsThatACallerNames() {
    Guards guards = where("n").equalTo(1);
    TransactionRequest request =
        TwoPhase.transaction("t")
            .insert(order(1), Map.of("n", 1))
            .change(order(2), guards, set("n", 2))
            .remove(order(3), guards)
            .check(order(4), guards)
            .add(order(5), "n", 2, 0, 100)
            .absent(order(6));

    assertThat(request.operations())
        .containsExactly(
            insert(order(1), fields("n", 1)),
            change(order(2), is("n", 1), set("n", 2)),
            remove(order(3), is("n", 1)),
            check(order(4), is("n", 1)),
            add(order(5), "n", 2),
            absent(order(6)));
  }
}
