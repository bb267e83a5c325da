package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.OnGivenServer;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.WriteAnswer;
import io.twophase.adapter.mongo.testing.WriteCommand;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.SizeLimit;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.transaction.DocumentRefusal;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that are nearly as large as a server stores them. */
class SizesTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.given();
  @RegisterExtension static final FreshDatabase TELLING = Servers.telling();

  @RegisterExtension static final FaultyServer SERVER = FaultyServer.standalone();
  private static final MongoClient CLIENT = SERVER.client("");

  private static final DocumentRef LARGE = order("large");
  private static final int MEGABYTE = 1024 * 1024;

  private static void assertTooLarge(Answer told) {
    assertThat(told.reason().orElseThrow()).isInstanceOf(DocumentRefusal.DocumentTooLarge.class);
  }

  private static void stored(FreshDatabase database, String id, int bytes) {
    database
        .collection("orders")
        .insertOne(
            new BsonDocument("_id", new BsonString(id))
                .append("text", new BsonString("x".repeat(bytes))));
  }

  /** On a server that has the limit of 16 MB, and tells sizes: the one in this process does not. */
  @Test
  @OnGivenServer
  void aDocumentHasRoomForWhatIsHeldOrIsRefusedByName() {
    Holding holding = new Holding(FRESH.store());
    stored(FRESH, "large", 16 * MEGABYTE - 200);
    stored(FRESH, "between", 15 * MEGABYTE + 900 * 1024);
    stored(FRESH, "grows", 8 * MEGABYTE);
    stored(FRESH, "small", 10);
    List<Placing> legs =
        List.of(
            on("t1", change(order("small"), set("n", 1))),
            on("t1", change(order("grows"), set("more", "y".repeat(9 * MEGABYTE)))),
            on("t1", change(order("between"), set("n", 1))),
            on("t1", remove(LARGE)),
            on("t1", insert(order("new"), fields("a", 1))));

    List<Answer> outcomes = holding.place(legs);

    assertThat(outcomes.get(0).kind()).isEqualTo(Answer.Kind.HELD);
    assertTooLarge(outcomes.get(1));
    assertTooLarge(outcomes.get(2));
    assertTooLarge(outcomes.get(3));
    assertThat(outcomes.get(4).kind()).isEqualTo(Answer.Kind.HELD);
    assertThat(holding.settle(List.of(legs.get(0), legs.get(4)))).containsOnly(MATCHED);
  }

  /** A settle cannot fail: what it adds must fit, beside what the document has. */
  @Test
  void whatAChangeAddsIsComparedBesideTheDocument() {
    Holding holding = new Holding(TELLING.store());
    stored(TELLING, "large", Math.toIntExact(SizeLimit.MOST_BYTES) - 1000);

    assertTooLarge(holding.place(on("t1", change(LARGE, set("more", "y".repeat(2000))))));
    holding.settled(holding.held(on("t2", change(LARGE, set("more", "y".repeat(500))))));
  }

  /** What it says of itself has no part in it: so it is the same for every server. */
  @ParameterizedTest
  @ValueSource(ints = {10334, 17419, 285_999_133})
  void whatTheServerRefusesForItsSizeIsRefusedByName(int code) {
    Holding holding = new Holding(Servers.bank(CLIENT));
    for (String id : List.of("a", "large", "z")) {
      Servers.bank(CLIENT, "orders")
          .insertOne(
              new BsonDocument("_id", new BsonString(id))
                  .append("text", new BsonString("x".repeat(1000))));
    }
    SERVER.on("update", (sound, command) -> refusingLarge(sound, command, code, "$push"));
    List<Placing> legs = List.of(checked("a"), checked("large"), checked("z"));

    List<Answer> outcomes = holding.place(legs);

    assertThat(outcomes.get(0).kind()).isEqualTo(Answer.Kind.HELD);
    assertThat(outcomes.get(1).reason().orElseThrow())
        .isInstanceOf(DocumentRefusal.DocumentTooLarge.class);
    assertThat(outcomes.get(2).kind()).isEqualTo(Answer.Kind.HELD);
    assertThat(holding.withdraw(legs)).containsExactly(MATCHED, MATCHED, MATCHED);
  }

  /** The bounds of a field may be what is too much, and are asked for in one command. */
  @ParameterizedTest
  @ValueSource(strings = {"$set", "$push"})
  void aFirstAdditionForWhichThereIsNoRoomKeepsNoOtherOut(String refused) {
    Holding holding = new Holding(Servers.bank(CLIENT));
    for (String id : List.of("a", "large", "z")) {
      Servers.bank(CLIENT, "orders")
          .insertOne(new BsonDocument("_id", new BsonString(id)).append("n", new BsonInt32(5)));
    }
    SERVER.on("update", (sound, command) -> refusingLarge(sound, command, 17419, refused));
    List<Placing> additions =
        Stream.of("a", "large", "z")
            .map(id -> on("t1", new AddToField(order(id), "n", 2, 0, 9)))
            .toList();

    List<Answer> outcomes = holding.place(additions);

    assertThat(outcomes.get(0)).isEqualTo(Answer.held(holding.hold(additions.get(0))));
    assertTooLarge(outcomes.get(1));
    assertThat(outcomes.get(2)).isEqualTo(Answer.held(holding.hold(additions.get(2))));
    assertThat(Stream.of("a", "large", "z").map(id -> holding.holders(order(id))))
        .containsExactly(List.of("t1"), List.of(), List.of("t1"));
  }

  /** It would fit if it were alone: so it is worth waiting for. */
  @Test
  void aDocumentWithoutRoomForOneMoreHoldIsBusy() {
    Holding holding = new Holding(Servers.bank(CLIENT));
    Servers.bank(CLIENT, "orders").insertOne(new BsonDocument("_id", new BsonString("large")));
    Placing first = holding.held(checked("large"));
    SERVER.on("update", (sound, command) -> refusingLarge(sound, command, 17419, "$push"));

    Answer busy = holding.place(on("t2", check(LARGE)));
    assertThat(busy.kind()).isEqualTo(Answer.Kind.BUSY);
    assertThat(busy.hold().orElseThrow()).isEqualTo(holding.hold(first));
  }

  private static Placing checked(String id) {
    return on("t1", check(order(id)));
  }

  /** Refuses an operator on what is called so, and ends there as an ordered command does. */
  private static Document refusingLarge(
      UnaryOperator<Document> sound, Document command, int code, String operator) {
    WriteCommand all = WriteCommand.of("update", command).orElseThrow();
    WriteAnswer answer = new WriteAnswer();
    for (WriteCommand.Write write : all.writes()) {
      boolean isRefused = ((Document) write.body().get("u")).containsKey(operator);
      if (isRefused && "large".equals(write.filter().orElseThrow().get("_id"))) {
        answer.fail(write, code, "made to be too large");
        break;
      }
      answer.add(write, sound.apply(all.only(write.body())));
    }
    return answer.document();
  }
}
