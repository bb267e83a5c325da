package io.twophase.example;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.reading.DecidedDocument;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The Java of docs/DOCUMENTS.md, which shows parts of this file. */
class ReadingRecipesTest {

  @Test
  void anOrderAndItsLineAreOfOneMoment() {
    DocumentRef order = document("orders", 7);
    DocumentRef line = document("lines", "order-7");
    try (TwoPhase twophase = TwoPhase.over(InMemoryStore.create(Clock.systemUTC())).build()) {
      twophase.run(transaction("create").insert(order, Map.of("status", "UnPaid"))).orElseThrow();
      twophase
          .run(
              transaction("pay")
                  .change(order, set("status", "Paid"))
                  .insert(line, Map.of("order", 7)))
          .orElseThrow();
      List<DecidedDocument> read = twophase.documents().read(List.of(order, line)).orElseThrow();
      assertThat(read)
          .containsExactly(
              new DecidedDocument(order, Option.some(Fields.of(Map.of("status", "Paid")))),
              new DecidedDocument(line, Option.some(Fields.of(Map.of("order", 7)))));
    }
  }
}
