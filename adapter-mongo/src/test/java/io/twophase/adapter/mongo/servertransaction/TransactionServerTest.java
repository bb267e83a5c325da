package io.twophase.adapter.mongo.servertransaction;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the driver's transactions see of each other on the server. */
@Timeout(60)
class TransactionServerTest {

  private static final String TRANSIENT = MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL;
  private static final int WRITE_CONFLICT = 112;
  private static final int NO_SUCH_TRANSACTION = 251;

  private final TransactionServer server = TransactionServer.start();
  private final MongoClient client = MongoClients.create(server.replicaSetUri());
  private final MongoCollection<Document> things =
      client.getDatabase("test").getCollection("things");

  private final ClientSession one = client.startSession();
  private final ClientSession other = client.startSession();

  @BeforeEach
  void insert() {
    things.insertMany(List.of(thing(1), thing(2), thing(3)));
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
    client.close();
    server.close();
  }

  private static Document thing(int id) {
    return new Document("_id", id).append("n", 0);
  }

  private int n(int id) {
    return number(things.find(eq(id)).first());
  }

  private int n(ClientSession session, int id) {
    return number(things.find(session, eq(id)).first());
  }

  private static int number(Document thing) {
    assertThat(thing).isNotNull();
    return thing.getInteger("n");
  }

  private long increment(ClientSession session, int id) {
    return things.updateOne(session, eq(id), inc("n", 1)).getModifiedCount();
  }

  @Test
  void whatIsCommittedIsSeenWholeAndNothingBefore() {
    boolean committed =
        one.withTransaction(
            () -> {
              increment(one, 1);
              things.insertOne(one, thing(4));
              things.deleteOne(one, eq(2));
              assertThat(n(one, 1)).as("its own update").isEqualTo(1);
              assertThat(things.countDocuments(one)).as("its own").isEqualTo(3);
              assertThat(things.find(one, eq(2)).first()).as("its own deletion").isNull();
              assertThat(n(1)).as("seen outside").isZero();
              assertThat(things.distinct("_id", Integer.class).into(new ArrayList<>()))
                  .as("seen outside")
                  .containsExactlyInAnyOrder(1, 2, 3);
              assertThat(server.openTransactions()).isEqualTo(1);
              return true;
            });

    assertThat(committed).isTrue();
    assertThat(n(1)).isEqualTo(1);
    assertThat(things.distinct("_id", Integer.class).into(new ArrayList<>()))
        .containsExactlyInAnyOrder(1, 3, 4);
    assertThat(server.openTransactions()).isZero();
  }

  @Test
  void whatIsAbortedNeverWas() {
    one.startTransaction();
    increment(one, 1);
    things.insertOne(one, thing(4));
    things.deleteOne(one, eq(2));
    one.abortTransaction();

    assertThat(n(1)).isZero();
    assertThat(things.countDocuments()).isEqualTo(3);
    assertThat(server.openTransactions()).isZero();
    things.insertOne(thing(4));
  }

  @Test
  void allIsReadAsItWasAtTheFirstCommand() {
    one.startTransaction();
    other.startTransaction();
    assertThat(n(one, 1)).isZero();
    assertThat(n(other, 1)).isZero();
    things.updateOne(eq(1), inc("n", 5));
    things.updateOne(eq(2), inc("n", 5));
    things.deleteOne(eq(3));
    things.insertOne(thing(4));

    assertThat(n(one, 1)).as("read before").isZero();
    assertThat(n(one, 2)).as("changed since").isZero();
    assertThat(n(one, 3)).as("deleted since").isZero();
    assertThat(things.find(one, eq(4)).first()).as("inserted since").isNull();
    one.commitTransaction();
    assertThat(things.find(other, eq("n", 0)).map(each -> each.get("_id")).into(new ArrayList<>()))
        .as("all, none of them by its id")
        .containsExactlyInAnyOrder(1, 2, 3);
    other.commitTransaction();

    assertThat(n(2)).isEqualTo(5);
    assertThat(things.countDocuments()).isEqualTo(3);
  }

  @Test
  void whoWritesWhatWasChangedSinceIsAborted() {
    one.startTransaction();
    assertThat(n(one, 1)).isZero();
    things.updateOne(eq(2), inc("n", 5));
    increment(one, 1);

    MongoException conflict = catchThrowableOfType(MongoException.class, () -> increment(one, 2));
    assertThat(conflict.getCode()).isEqualTo(WRITE_CONFLICT);
    assertThat(conflict.hasErrorLabel(TRANSIENT)).isTrue();
    assertThat(server.openTransactions()).isZero();
    assertThat(server.conflicts()).isEqualTo(1);

    MongoException gone = catchThrowableOfType(MongoException.class, () -> increment(one, 3));
    assertThat(gone.getCode()).isEqualTo(NO_SUCH_TRANSACTION);
    assertThat(gone.hasErrorLabel(TRANSIENT)).isTrue();
    assertThatThrownBy(one::commitTransaction)
        .isInstanceOfSatisfying(
            MongoException.class,
            refused -> assertThat(refused.getCode()).isEqualTo(NO_SUCH_TRANSACTION));
    assertThat(n(1)).isZero();
  }

  @Test
  void anUpdateThatMatchesOrChangesNothingMeetsNobody() {
    one.startTransaction();
    increment(one, 1);
    other.startTransaction();

    assertThat(things.updateOne(other, eq("n", 7), inc("n", 1)).getMatchedCount()).isZero();
    assertThat(things.updateOne(other, eq(1), set("n", 0)).getModifiedCount()).isZero();
    other.commitTransaction();
    one.commitTransaction();
    assertThat(server.conflicts()).isZero();
  }

  @Test
  void twoInsertsOfOneIdMeet() {
    one.startTransaction();
    other.startTransaction();
    things.insertOne(one, thing(9));

    assertThat(
            catchThrowableOfType(
                    MongoException.class, () -> things.insertOne(other, thing(9).append("m", 1)))
                .getCode())
        .isEqualTo(WRITE_CONFLICT);
    one.commitTransaction();

    other.abortTransaction();
    other.startTransaction();
    assertThatThrownBy(() -> things.insertOne(other, thing(9)))
        .isInstanceOfSatisfying(
            MongoWriteException.class,
            refused -> assertThat(refused.getError().getCode()).isEqualTo(11000));
    assertThat(server.openTransactions()).as("an error aborts it").isZero();
  }

  @Test
  void twoWritersOfOneUniqueValueMeet() {
    things.createIndex(Indexes.ascending("mail"), new IndexOptions().unique(true).sparse(true));
    one.startTransaction();
    other.startTransaction();
    things.updateOne(one, eq(1), set("mail", "a"));

    assertThat(
            catchThrowableOfType(
                    MongoException.class, () -> things.updateOne(other, eq(2), set("mail", "a")))
                .getCode())
        .isEqualTo(WRITE_CONFLICT);
    one.commitTransaction();
    assertThatThrownBy(() -> things.updateOne(eq(3), set("mail", "a")))
        .isInstanceOf(MongoWriteException.class);
  }

  @Test
  void noCollectionIsMadeInATransaction() {
    one.startTransaction();

    assertThatThrownBy(
            () -> client.getDatabase("test").getCollection("fresh").insertOne(one, thing(1)))
        .isInstanceOfSatisfying(
            MongoCommandException.class, refused -> assertThat(refused.getCode()).isEqualTo(263));
  }
}
