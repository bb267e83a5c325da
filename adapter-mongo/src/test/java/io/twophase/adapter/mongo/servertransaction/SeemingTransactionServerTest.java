package io.twophase.adapter.mongo.servertransaction;

import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoCommandException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The driver takes it for a server with transactions, until it commits. */
class SeemingTransactionServerTest {

  private static final int COMMAND_NOT_FOUND = 59;

  private final SeemingTransactionServer server = SeemingTransactionServer.start();
  private final MongoClient client = MongoClients.create(server.uri());
  private final MongoCollection<Document> things =
      client.getDatabase("test").getCollection("things");

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void whatIsWrittenIsSeenAtOnceAndKeptAfterTheAbort() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.insertOne(session, new Document("_id", 1));
      assertThat(things.countDocuments(eq(1))).isOne();
      session.abortTransaction();
    }
    assertThat(things.countDocuments(eq(1))).isOne();
  }

  @Test
  void onlyTheCommitIsRefused() {
    try (ClientSession session = client.startSession()) {
      session.startTransaction();
      things.insertOne(session, new Document("_id", 1));
      assertThat(
              catchThrowableOfType(MongoCommandException.class, session::commitTransaction)
                  .getErrorCode())
          .isEqualTo(COMMAND_NOT_FOUND);
    }
  }
}
