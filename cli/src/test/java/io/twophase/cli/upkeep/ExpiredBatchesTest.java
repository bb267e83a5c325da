package io.twophase.cli.upkeep;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.regex;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The command recover removes what the store is set to keep no longer. */
class ExpiredBatchesTest {

  // the embedded server takes no period
  private final MongoServer server = new MongoServer(new MemoryBackend());
  private final String store = server.bindAndGetConnectionString() + "/bank";
  private final MongoClient client = MongoClients.create(store);

  private MongoCollection<Document> transactions() {
    return client.getDatabase("bank").getCollection("transactions");
  }

  @BeforeEach
  void transferTwice() {
    try (MongoStore there = MongoStore.open(store, MongoStoreSettings.defaults());
        TwoPhase twoPhase = TwoPhase.over(there).build()) {
      there
          .accounts()
          .open(List.of(account("A").opening(usd("10")), account("B").opening(usd("10"))));
      transfer(twoPhase, "old");
      Date twoDaysAgo = Date.from(Instant.now().minus(Duration.ofDays(2)));
      assertThat(
              transactions()
                  .updateMany(
                      regex("_id", "^batch:"),
                      combine(
                          set("decidedAt", twoDaysAgo),
                          set("endedAt", twoDaysAgo),
                          set("lastModified", twoDaysAgo)))
                  .getModifiedCount())
          .isEqualTo(1);
      transfer(twoPhase, "young");
      twoPhase.transfers().transfer(request("lone", "A", "B"));
      assertThat(
              transactions()
                  .updateOne(
                      eq("_id", "lone"),
                      combine(set("decidedAt", twoDaysAgo), set("finishedAt", twoDaysAgo)))
                  .getModifiedCount())
          .isEqualTo(1);
    }
  }

  private static void transfer(TwoPhase twoPhase, String prefix) {
    List<TransferRequest> requests =
        List.of(request(prefix + 1, "A", "B"), request(prefix + 2, "B", "A"));
    assertThat(twoPhase.transfers().transferAll(requests, Order.AS_GIVEN))
        .allMatch(TransactionOutcome::isApplied);
  }

  private static TransferRequest request(String id, String source, String destination) {
    return new TransferRequest(
        transactionId(id), accountId(source), accountId(destination), usd("1"));
  }

  @AfterEach
  void close() {
    client.close();
    server.shutdownNow();
  }

  private void recover(String... settings) {
    if (settings.length > 0) {
      setStore(settings);
    }
    CommandRun ran = CommandRun.on(store, "recover");
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).contains("nothing is stuck");
  }

  private void setStore(String... settings) {
    List<String> words = new ArrayList<>(List.of("store", "set"));
    words.addAll(List.of(settings));
    CommandRun ran = CommandRun.on(store, words.toArray(new String[0]));
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.DONE);
  }

  private List<String> there() {
    return transactions()
        .find(in("_id", "old1", "old2", "young1", "young2"))
        .map(found -> found.getString("_id"))
        .into(new ArrayList<>());
  }

  private boolean isLoneThere() {
    return transactions().countDocuments(eq("_id", "lone")) == 1;
  }

  private long batches() {
    return transactions().countDocuments(regex("_id", "^batch:"));
  }

  @Test
  void whereTheStoreKeepsThemForEverNoneIsRemoved() {
    recover();

    assertThat(there()).hasSize(4);
    assertThat(batches()).isEqualTo(2);
  }

  /** Numbering fails as a whole: the rest is done. */
  @Test
  void aFaultOfNumberingIsSaidAndKeepsNothingFromBeingRemoved() {
    setStore("--retain", "1d", "--retain-by", "pass");
    client
        .getDatabase("bank")
        .getCollection("twophase_settings")
        .updateMany(new Document(), set("events", "damaged"));

    CommandRun ran = CommandRun.on(store, "recover");

    assertThat(ran.exitCode()).isNotZero();
    assertThat(ran.err()).contains("has events: ");
    assertThat(there()).containsExactlyInAnyOrder("young1", "young2");
  }

  @Test
  void whatStaysIsNamedAndTheExitCodeSaysSo() {
    setStore("--retain", "1d", "--retain-by", "pass");
    transactions().updateOne(eq("_id", "lone"), set("operations", "damaged"));

    CommandRun ran = CommandRun.on(store, "recover");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).containsOnlyOnce("transaction lone stays: ");
    assertThat(there()).containsExactlyInAnyOrder("young1", "young2");
  }

  @Test
  void whatHasExpiredIsRemovedWithItsTransfers() {
    recover("--retain", "1d");

    assertThat(there()).containsExactlyInAnyOrder("young1", "young2");
    assertThat(batches()).isEqualTo(1);
    assertThat(isLoneThere()).isTrue();
  }

  @Test
  void loneTransactionsAreRemovedWhereAPassIsToRemoveThem() {
    recover("--retain", "1d", "--retain-by", "pass");

    assertThat(isLoneThere()).isFalse();
    assertThat(there()).containsExactlyInAnyOrder("young1", "young2");
    assertThat(CommandRun.on(store, "store", "set", "--retain", "1d").complaints())
        .singleElement()
        .asString()
        .contains("are removed by a pass");
  }

  @Test
  void whatAPassRemovesIsCarriedForStatementsAndTheAudit() {
    recover("--retain", "1d", "--retain-by", "pass");

    CommandRun statement = CommandRun.on(store, "--json", "statement", "A");
    assertThat(statement.exitCode()).as(statement.err()).isEqualTo(ExitCode.DONE);
    assertThat(statement.json().get("opening").asText()).isEqualTo("9.00");
    assertThat(statement.json().get("closing").asText()).isEqualTo("9.00");
    assertThat(statement.json().get("lines")).hasSize(2);
    assertThat(statement.json().get("certain").asBoolean()).isTrue();
    String earliest = statement.json().get("from").asText();
    assertThat(statement.complaints())
        .containsExactly(
            "twophase: old transactions are removed: what was decided before "
                + earliest
                + " is in the opening balance");
    assertThat(CommandRun.on(store, "statement", "A", "--from", earliest).complaints()).isEmpty();
    for (String[] words :
        List.of(
            new String[] {"statement", "A", "--from", "2001-01-01"},
            new String[] {"account", "show", "A", "--at", "2001-01-01"})) {
      CommandRun early = CommandRun.on(store, words);
      assertThat(early.exitCode()).isEqualTo(ExitCode.REFUSED);
      assertThat(early.complaints())
          .containsExactly(
              "twophase: what account A had at 2001-01-01T00:00:00Z is not known any more, since"
                  + " old transactions are removed: its first balance that is known is of "
                  + earliest);
    }
    CommandRun audit = CommandRun.on(store, "audit");
    assertThat(audit.exitCode()).as(audit.out()).isEqualTo(ExitCode.DONE);
    assertThat(audit.out()).doesNotContain("expired");

    carried().updateOne(eq("_id", "A"), set("sum", 7L));
    assertThat(CommandRun.on(store, "audit").out()).contains("BalanceDiffers", "A");
    assertThat(CommandRun.on(store, "statement", "A").exitCode()).isEqualTo(ExitCode.REFUSED);
    carried().updateOne(eq("_id", "A"), set("sum", "much"));
    assertThat(CommandRun.on(store, "audit").out()).contains("CarriedUnreadable");
  }

  private MongoCollection<Document> carried() {
    return client.getDatabase("bank").getCollection("transactions_carried");
  }

  @Test
  void whatIsRemovedLeavesReceiptsWhereThatIsAskedFor() {
    recover("--retain", "1d", "--retain-by", "pass", "--receipts", "forever");

    assertThat(batches()).isEqualTo(1);
    assertThat(there()).hasSize(4);
    CommandRun lone = CommandRun.on(store, "tx", "show", "lone");
    assertThat(lone.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(lone.out()).contains("its record was removed");
    CommandRun member = CommandRun.on(store, "--json", "tx", "show", "old1");
    assertThat(member.json().get("removed").asBoolean()).isTrue();
    assertThat(member.json().get("state").asText()).isEqualTo("done");
    assertThat(member.json().get("digest").asText()).hasSize(64);
    assertThat(CommandRun.on(store, "tx", "list").out()).doesNotContain("old1", "lone");
    assertThat(CommandRun.on(store, "reverse", "old1").complaints())
        .singleElement()
        .asString()
        .contains("its record was removed since");
    assertThat(CommandRun.on(store, "cancel", "old1").exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(CommandRun.on(store, "audit").exitCode()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void aPeriodThatWasSetBeforeCountsToo() {
    setStore("--retain", "1d");
    assertThat(batches()).isEqualTo(2);

    recover();

    assertThat(there()).containsExactlyInAnyOrder("young1", "young2");
    assertThat(batches()).isEqualTo(1);
  }
}
