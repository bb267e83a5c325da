package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.domain.document.Changes;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Documents that hosts have stored in their own ways. */
class HostsOrdersTest extends OrdersOnServer {

  @Test
  void aHostsOwnDocumentTakesPartAsItIs() {
    stored("{_id: 1, status: 'UnPaid', lines: [{item: 'a'}], at: {$date: 0}}");
    Placing leg = on("t1", paid(ORDER));

    holding.held(leg);
    assertThat(stored().getString("status").getValue()).isEqualTo("UnPaid");
    holding.settled(leg);
    assertThat(stored())
        .isEqualTo(
            BsonDocument.parse(
                ("{_id: 1, status: 'Paid', lines: [{item: 'a'}], at: {$date: 0},"
                        + " pendingTransactions: [], lastTransaction: {id: 't1', home: '%s'}}")
                    .formatted(holding.store().home().name())));
  }

  @Test
  void aHoldKeepsRoomForWhatTheSettleWillAdd() {
    stored("{_id: 1}");
    String large = "x".repeat(5_000);
    Placing leg = on("t1", new ChangeDocument(ORDER, List.of(), Changes.of(set("text", large))));

    holding.held(leg);
    int held = stored().toJson().length();
    assertThat(held).isGreaterThan(large.length());
    holding.settled(leg);
    assertThat(stored().getArray("pendingTransactions")).isEmpty();
  }

  @Test
  void aHoldThatWeighsMoreThanWhatTheSettleWillAddKeepsNoOtherRoom() {
    stored("{_id: 1}");
    holding.held(on("t1", paid(ORDER)));

    assertThat(stored().getArray("pendingTransactions").get(0).asDocument())
        .doesNotContainKey("reserved");
  }

  @Test
  void aNumberIsAddedToFromItsFirstAdditionOn() {
    stored("{_id: 1, stock: 10}");
    Placing taken = on("t1", new AddToField(ORDER, "stock", -4, 0, 100));

    holding.held(taken);
    Answer told = holding.place(on("t2", new AddToField(ORDER, "stock", -7, 0, 100)));
    assertThat(told.kind()).isEqualTo(Answer.Kind.SHORT);
    assertThat(told.available()).isEqualTo(6);
    holding.settled(taken);
    assertThat(stored())
        .isEqualTo(
            BsonDocument.parse(
                ("{_id: 1, stock: {$numberLong: '6'}, pendingTransactions: [], escrow: {stock:"
                        + " {available: {$numberLong: '6'}, receivable: {$numberLong: '94'}, floor:"
                        + " {$numberLong: '0'}, ceiling: {$numberLong: '100'}}},"
                        + " lastTransaction: {id: 't1', home: '%s'}}")
                    .formatted(holding.store().home().name())));
  }

  @Test
  void anAccountHasRangesWithoutAHomeAndChecksWithOne() {
    holding.store().accounts().open(List.of(account("A").ceiling(cents(100)).opening(cents(40))));

    Placing debit = holding.held(Requests.debit("t1", "A", 30));
    holding.held(
        Requests.range("batch:b", 1, "A", new Range(5, 7, Optional.of(10L), Optional.empty())));
    holding.held(on("t1", check(holding.store().accounts().collection().document(value("A")))));

    assertThat(pending("accounts", "'A'"))
        .contains("{\"id\": \"t1\", \"epoch\": 1, \"debit\": 30}")
        .contains("{\"id\": \"batch:b\", \"epoch\": 1, \"debit\": 5, \"credit\": 7, \"had\": 10}")
        .contains(
            "{\"id\": \"t1\", \"home\": \"%s\", \"epoch\": 1, \"mode\": \"shared\""
                .formatted(home()));

    holding.settled(debit);

    assertThat(pending("accounts", "'A'")).contains("shared").contains("batch:b");
  }

  @Test
  void aDocumentHasHoldsOfEveryModeWithItsHome() {
    stored("{_id: 1, n: 50}");

    holding.held(on("t1", new AddToField(ORDER, "n", -20, 0, 100)));
    holding.held(
        new Placing(
            new RecordId("batch:b"),
            epoch(1),
            new Claim.OfDocument(transactionId("m1"), check(ORDER))));

    assertThat(pending("orders", "1"))
        .contains(
            "{\"id\": \"t1\", \"home\": \"%s\", \"epoch\": 1, \"mode\": \"escrow\", \"fields\": [\"n\"], \"debit\": 20}"
                .formatted(home()))
        .contains("\"member\": \"m1\"");
  }

  private String home() {
    return holding.store().home().name();
  }

  private static String pending(String collection, String id) {
    BsonDocument stored = FRESH.one(collection, "{_id: " + id + "}");
    return Objects.requireNonNull(stored).getArray("pendingTransactions").toString();
  }
}
