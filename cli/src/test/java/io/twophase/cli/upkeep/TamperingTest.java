package io.twophase.cli.upkeep;

import static io.twophase.TwoPhase.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.Retention;
import io.twophase.app.event.Growth;
import io.twophase.app.event.ProofRefusal;
import io.twophase.domain.event.TreeHead;
import io.twophase.embedded.EmbeddedServer;
import java.util.List;
import java.util.function.Consumer;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Somebody writes to the database, and the audit names what was changed. */
class TamperingTest {

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoClient client = MongoClients.create(server.uri());
  private final MongoDatabase database = client.getDatabase(Bank.NAME);
  private final Bank bank = Bank.of(server.uri());

  @BeforeEach
  void open() {
    bank.open();
    assertThat(bank.evidence().grow()).isEqualTo(new Growth.Whole(4));
    assertThat(findings()).isEmpty();
  }

  @AfterEach
  void close() {
    bank.close();
    client.close();
    server.close();
  }

  private MongoCollection<Document> records() {
    return database.getCollection("transactions");
  }

  private List<String> findings() {
    return Bank.findings(bank.audit().run());
  }

  @Test
  void anAmountThatWasChangedIsFound() {
    TreeHead head = bank.evidence().head();
    records().updateOne(new Document("_id", "t2"), new Document("$set", new Document("value", 1L)));

    assertThat(findings()).contains("RecordChanged t2").doesNotContain("RecordChanged t1");
    assertThat(bank.evidence().proof(transactionId("t2")).getLeft())
        .isEqualTo(new ProofRefusal.Differs("t2"));
    assertThat(bank.evidence().head()).isEqualTo(head);
  }

  @Test
  void aMemberThatWasChangedIsNamed() {
    records().updateOne(new Document("_id", "m2"), new Document("$set", new Document("value", 7L)));

    assertThat(findings()).contains("RecordChanged m2").doesNotContain("RecordChanged m1");
    assertThat(bank.evidence().proof(transactionId("m1")).isRight()).isTrue();
  }

  @Test
  void aRecordThatWasRemovedIsFound() {
    records().deleteOne(new Document("_id", "t2"));
    records().deleteOne(new Document("_id", "m3"));

    assertThat(findings()).contains("RecordRemoved t2", "RecordRemoved m3");
  }

  @Test
  void whereRetentionLeavesReceiptsARecordThatSomebodyElseRemovedIsFound() {
    Retention pass = Retention.ofPass(Retention.SHORTEST).get();
    try (Bank keeping = Bank.keeping(server.uri(), pass.withReceiptsForEver().get())) {
      assertThat(Bank.findings(keeping.audit().run())).isEmpty();

      records().deleteOne(new Document("_id", "t2"));
      records().deleteOne(new Document("_id", "m3"));

      assertThat(Bank.findings(keeping.audit().run()))
          .contains("RecordRemoved t2", "RecordRemoved m3");
    }
  }

  @Test
  void whereRetentionLeavesNoneThatCannotBeTold() {
    try (Bank keeping = Bank.keeping(server.uri(), Retention.ofPass(Retention.SHORTEST).get())) {
      records().deleteOne(new Document("_id", "t2"));

      assertThat(Bank.findings(keeping.audit().run())).isEmpty();
    }
  }

  @Test
  void aRecordThatWasPutInWithTheNumberOfAnotherIsFound() {
    Document forged = records().find(new Document("_id", "t2")).first();
    records().insertOne(forged.append("_id", "t0"));

    assertThat(findings()).contains("RecordChanged t0").doesNotContain("RecordChanged t2");
  }

  @Test
  void numbersThatWereSwappedAreFound() {
    MongoCollection<Document> numbers = database.getCollection("transactions_events");
    numbers.updateOne(new Document("_id", 1L), new Document("$set", new Document("record", "t2")));
    numbers.updateOne(new Document("_id", 2L), new Document("$set", new Document("record", "t1")));

    assertThat(findings()).contains("NumberDiffers t1", "NumberDiffers t2");
  }

  @Test
  void aLeafThatWasChangedOrRemovedIsFound() {
    MongoCollection<Document> leaves = database.getCollection("transactions_leaves");
    Consumer<byte[]> write =
        nodes ->
            leaves.updateOne(
                new Document("_id", 1L),
                new Document("$set", new Document("nodes", new Binary(nodes))));
    byte[] before =
        leaves.find(new Document("_id", 1L)).first().get("nodes", Binary.class).getData();

    write.accept(new byte[before.length]);
    assertThat(findings()).contains("RecordChanged t1", "TreeDiffers 2");
    write.accept(before);
    assertThat(findings()).isEmpty();

    leaves.deleteOne(new Document("_id", 2L));
    assertThat(findings()).contains("TreeDiffers 2");
    assertThat(bank.evidence().head(2).getLeft()).isEqualTo(new ProofRefusal.LeafMissing(2));
    assertThat(bank.evidence().proof(transactionId("m1")).getLeft())
        .isEqualTo(new ProofRefusal.LeafMissing(2));
  }

  /**
   * Who can write to the store rewrites a record, and then all leaves: only a kept head shows it.
   */
  @Test
  void whoRewritesAllIsFoundByAHeadThatWasKept() {
    TreeHead kept = bank.evidence().head();
    records().updateOne(new Document("_id", "t3"), new Document("$set", new Document("value", 1L)));
    database.getCollection("transactions_leaves").drop();
    assertThat(bank.evidence().grow()).isEqualTo(new Growth.Whole(4));

    assertThat(findings()).isEmpty();
    assertThat(Bank.findings(bank.audit().runAgainst(kept))).containsExactly("HeadDiffers 4");
    TreeHead longer = new TreeHead(9, kept.root());
    assertThat(Bank.findings(bank.audit().runAgainst(longer))).containsExactly("HeadDiffers 9");
  }

  @Test
  void theTreeGrowsBehindARecordThatCannotBeReadAndItsLeafSaysSo() {
    bank.transfer("t9", "1");
    Document sound = records().find(new Document("_id", "t9")).first();
    records().updateOne(new Document("_id", "t9"), new Document("$set", new Document("v", "x")));
    bank.transfer("t10", "1");

    assertThat(bank.evidence().grow()).isEqualTo(new Growth.Whole(6));
    assertThat(findings()).doesNotContain("RecordChanged t9");
    records()
        .updateOne(
            new Document("_id", "t9"),
            new Document("$set", new Document("v", sound.getInteger("v"))));
    assertThat(findings()).contains("RecordChanged t9");
  }
}
