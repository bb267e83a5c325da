package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.Opening;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;

/**
 * What is stored, as the driver reads it, and judged without any of the code under test. Transfers
 * of batches are shown as if each had a record: with the state that its batch says, and its epoch.
 */
record Documents(List<Document> accounts, List<Document> transactions) {

  /** All that is in the database that {@code uri} names. */
  static Documents on(String uri) {
    return on(uri, "", "");
  }

  /** Those whose ids begin so. */
  static Documents on(String uri, String accounts, String transactions) {
    String database = Server.database(uri);
    try (MongoClient client = MongoClients.create(uri)) {
      List<Document> records = read(client, database, "transactions", transactions);
      records.removeIf(BatchDocuments::isBatch);
      BatchDocuments.in(client.getDatabase(database)).show(records);
      return new Documents(read(client, database, "accounts", accounts), records);
    }
  }

  private static List<Document> read(
      MongoClient client, String database, String collection, String prefix) {
    return client
        .getDatabase(database)
        .getCollection(collection)
        .find(Filters.and(Filters.gte("_id", prefix), Filters.lt("_id", prefix + "\uffff")))
        .sort(Sorts.ascending("_id"))
        .into(new ArrayList<>());
  }

  /** Every row that is a transfer at all has one record, of what it asks, and is decided. */
  void checkDecidedOnce(List<TransferRequest> requests) {
    Map<String, String> expected = new TreeMap<>();
    for (TransferRequest request : requests) {
      if (!request.source().equals(request.destination())) {
        expected.put(
            request.id().value(),
            request.source() + " to " + request.destination() + ": " + request.amount().minor());
      }
    }
    Map<String, String> stored = new TreeMap<>();
    for (Document record : transactions) {
      assertThat(record.getString("state")).as(record::toJson).isIn("done", "canceled");
      stored.put(
          record.getString("_id"),
          record.get("source") + " to " + record.get("destination") + ": " + record.get("value"));
    }
    assertThat(stored).isEqualTo(expected);
  }

  /** The balances are those of the records that are done, and nothing is held. */
  void checkReplay(List<Opening> openings) {
    Map<String, Long> replayed = new TreeMap<>();
    openings.forEach(opening -> replayed.put(opening.id().value(), opening.balance().minor()));
    for (Document record : transactions) {
      if (record.getString("state").equals("done")) {
        replayed.merge(record.getString("source"), -record.getLong("value"), Math::addExact);
        replayed.merge(record.getString("destination"), record.getLong("value"), Math::addExact);
      }
    }
    Map<String, Long> balances = new TreeMap<>();
    for (Document account : accounts) {
      balances.put(account.getString("_id"), account.getLong("balance"));
      assertThat(account.getLong("available"))
          .as(account::toJson)
          .isEqualTo(account.getLong("balance"))
          .isNotNegative();
      assertThat(account.getList("pendingTransactions", Document.class))
          .as(account::toJson)
          .isEmpty();
    }
    assertThat(balances).isEqualTo(replayed);
  }

  /** What each account has, in minor units. */
  Map<AccountId, BigInteger> balances() {
    Map<AccountId, BigInteger> balances = new TreeMap<>();
    accounts.forEach(
        account ->
            balances.put(
                new AccountId(account.getString("_id")),
                BigInteger.valueOf(account.getLong("balance"))));
    return balances;
  }

  /** How many records are in a state, of those whose ids begin so. */
  long count(String state, String prefix) {
    return transactions.stream()
        .filter(record -> record.getString("_id").startsWith(prefix))
        .filter(record -> record.getString("state").equals(state))
        .count();
  }

  /** How many records went on under another owner than their first. */
  long takenOver() {
    return transactions.stream().filter(record -> record.getLong("epoch") > 1).count();
  }
}
