package io.twophase.cli.upkeep;

import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.testing.OtherProcess;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.embedded.EmbeddedServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What scrub and audit show of documents. */
class DocumentUpkeepTest {

  private static final DocumentRef STOCK = CollectionName.of("stock").document(value("sku1"));
  private static final DocumentRef ORDER = CollectionName.of("orders").document(value(7));

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void plantHoldsThatNobodyHasARecordOf() {
    store = "embedded:" + folder.resolve("data");
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("data"), 0);
        MongoStore mongo = MongoStore.open(server.uri(), MongoStoreSettings.defaults())) {
      plant(mongo, server.uri());
    }
  }

  private static void plant(MongoStore mongo, String uri) {
    try (TwoPhase twophase = TwoPhase.over(mongo).build()) {
      twophase.run(TwoPhase.transaction("made").insert(STOCK, Map.of("n", 50))).orElseThrow();
    }
    new OtherProcess(mongo)
        .hold(OtherProcess.body("lost", add(STOCK, "n", -20), insert(ORDER, fields())))
        .hold(OtherProcess.body("t", add(STOCK, "n", 1)));
    try (MongoClient client = MongoClients.create(uri)) {
      client
          .getDatabase("twophase")
          .getCollection("stock")
          .updateOne(
              Filters.eq("pendingTransactions.id", "t"),
              Updates.set("pendingTransactions.$.home", "theirs.records"));
    }
  }

  @Test
  void scrubReleasesOrphansOnDocuments() {
    CommandRun scrub = CommandRun.on(store, "scrub");

    assertThat(scrub.exitCode()).isZero();
    assertThat(scrub.out())
        .contains("document orders 7  exclusive hold for transaction lost  released")
        .contains("document stock \"sku1\"  escrow hold for transaction lost  released")
        .contains("its transaction has no record");
    assertThat(scrub.complaints())
        .singleElement()
        .asString()
        .contains("document stock \"sku1\" has a hold of transaction t")
        .contains("whose record is in theirs.records");
    assertThat(CommandRun.on(store, "scrub").out()).contains("no orphans");
  }

  @Test
  void auditFindsThem() {
    CommandRun audit = CommandRun.on(store, "audit");

    assertThat(audit.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(audit.out())
        .contains("HoldWithoutRecord orders 7: has the exclusive hold for lost, no record")
        .contains("HoldWithoutRecord stock \"sku1\": has the escrow hold for lost, no record");
    JsonNode finding = CommandRun.on(store, "--json", "audit").json().get("findings").get(1);
    assertThat(finding.get("kind").asText()).isEqualTo("HoldWithoutRecord");
    assertThat(finding.get("id").asText()).isEqualTo("stock \"sku1\"");
    CommandRun.on(store, "scrub");
    assertThat(CommandRun.on(store, "audit").exitCode()).isZero();
  }

  @Test
  void scrubAndAuditReportWhatASettleHasMissed() {
    CommandRun.on(store, "scrub");
    plantAHoldThatASettleHasMissed();

    CommandRun scrub = CommandRun.on(store, "scrub");
    assertThat(scrub.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(scrub.complaints())
        .anyMatch(
            line ->
                line.contains(
                    "document orders 7 has a hold of transaction missed, which is done: its settle"
                        + " has missed it"));
    JsonNode json = CommandRun.on(store, "--json", "scrub").json();
    assertThat(json.get("orphans")).isEmpty();
    JsonNode unsettled = json.get("unsettledDocuments").get(0);
    assertThat(unsettled.get("transaction").asText()).isEqualTo("missed");
    assertThat(unsettled.get("collection").asText()).isEqualTo("orders");
    assertThat(CommandRun.on(store, "audit").out())
        .contains(
            "SettleMissed orders 7: has the exclusive hold for missed, which is done, and has not"
                + " been settled here");
  }

  private void plantAHoldThatASettleHasMissed() {
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("data"), 0);
        MongoStore mongo = MongoStore.open(server.uri(), MongoStoreSettings.defaults())) {
      NewTransaction missed = OtherProcess.body("missed", insert(ORDER, fields()));
      new OtherProcess(mongo).begin(missed).hold(missed).decide(missed).finish(missed);
    }
  }

  /** A login that may read the orders, and write only to the stock. */
  @Test
  void scrubNamesACollectionThatItCannotMendAndMendsTheOthers() {
    try (FaultyServer server = FaultyServer.standalone()) {
      String uri = server.uri("");
      try (MongoStore mongo = MongoStore.open(uri, MongoStoreSettings.defaults())) {
        plant(mongo, uri);
      }
      for (String command : List.of("update", "delete")) {
        server.on(
            command,
            (sound, asked) ->
                asked.get(command).equals("orders")
                    ? FaultyServer.error(13).answer(sound, asked)
                    : sound.apply(asked));
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

  @Test
  void scrubSaysTheSameToMachines() {
    JsonNode json = CommandRun.on(store, "--json", "scrub").json();

    assertThat(json.get("orphans")).hasSize(2);
    JsonNode onStock = json.get("orphans").get(1);
    assertThat(onStock.get("collection").asText()).isEqualTo("stock");
    assertThat(onStock.get("id").asText()).isEqualTo("sku1");
    assertThat(onStock.get("mode").asText()).isEqualTo("escrow");
    assertThat(onStock.get("outcome").asText()).isEqualTo("released");
    assertThat(json.get("ofAnotherHome").get(0).get("home").asText()).isEqualTo("theirs.records");
    assertThat(CommandRun.on(store, "scrub").exitCode()).isEqualTo(ExitCode.DONE);
  }
}
