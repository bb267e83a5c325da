package io.twophase.cli.command;

import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What scrub says of documents that it may not mend; the transcripts show all else. */
class DocumentUpkeepTest {

  private static final DocumentRef STOCK = CollectionName.of("stock").document(value("sku1"));
  private static final DocumentRef ORDER = CollectionName.of("orders").document(value(7));

  private static void plant(MongoStore mongo) {
    try (TwoPhase twophase = TwoPhase.over(mongo).build()) {
      twophase.run(TwoPhase.transaction("made").insert(STOCK, Map.of("n", 50))).orElseThrow();
    }
    DocumentWrites other = new DocumentWrites(mongo);
    other.hold("lost", 1, add(STOCK, "n", -20));
    other.hold("lost", 1, insert(ORDER, fields()));
  }

  /** A login that may read the orders, and write only to the stock. */
  @Test
  void scrubNamesACollectionThatItCannotMendAndMendsTheOthers() {
    try (FaultyServer server = FaultyServer.standalone()) {
      String uri = server.uri("");
      try (MongoStore mongo = MongoStore.open(uri, MongoStoreSettings.defaults())) {
        plant(mongo);
      }
      for (String command : List.of("update", "delete")) {
        server.on(command, FaultyServer.where(command, "orders", FaultyServer.error(13)));
      }

      CommandRun scrub = CommandRun.on(uri, "scrub");
      assertThat(scrub.exitCode()).as(scrub.err()).isEqualTo(ExitCode.STORE_REFUSED);
      assertThat(scrub.out())
          .contains("document stock \"sku1\"  escrow hold for transaction lost  released")
          .doesNotContain("orders");
      assertThat(scrub.complaints())
          .anyMatch(
              line ->
                  line.contains("collection orders has 1 orphan, which cannot be released: ")
                      && line.contains("code 13"));

      CommandRun again = CommandRun.on(uri, "--json", "scrub");
      assertThat(again.exitCode()).isEqualTo(ExitCode.STORE_REFUSED);
      JsonNode stays = again.json().get("unwritableCollections").get(0);
      assertThat(stays.get("collection").asText()).isEqualTo("orders");
      assertThat(stays.get("orphans").asInt()).isEqualTo(1);
      assertThat(CommandRun.on(uri, "scrub").out()).contains("none of 1 orphan could be released");

      server.heal();
      assertThat(CommandRun.on(uri, "scrub").exitCode()).isZero();
    }
  }
}
