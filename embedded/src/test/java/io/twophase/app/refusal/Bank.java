package io.twophase.app.refusal;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.period;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Token;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.transaction.NewTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;

/**
 * A database with some accounts and documents: A has 100.00 USD, B nothing, full takes no more,
 * euro keeps another currency, frozen and closed are so. An account takes two holds at a time.
 */
final class Bank implements AutoCloseable {

  static final DocumentRef ORDER = document("orders", "o");
  static final PeriodName PERIOD = period("2026-11");
  static final DocumentRef NONE = document("orders", "none");
  private static final HoldLimit TWO_HOLDS = new HoldLimit(2);
  private static final AuthorizationTerms WEEK = new AuthorizationTerms(Duration.ofDays(7));

  private final MongoClient client;
  private final String name;
  private final MongoStore store;
  private final TwoPhase twophase;

  Bank(MongoClient client, String name) {
    this.client = client;
    this.name = name;
    this.store =
        MongoStore.using(
            client, name, MongoStoreSettings.defaults().withProbe(false).withHoldLimit(TWO_HOLDS));
    this.twophase = TwoPhase.over(store).settings(Hosts.patient(Duration.ofMillis(1), 50)).build();
    open("A", "100.00");
    open("B", "0.00");
    twophase
        .accounts()
        .open(
            new Opening(
                account("full"),
                money("1.00", "USD"),
                money("0", "USD"),
                money("1.00", "USD"),
                Direction.CREDIT));
    twophase.accounts().open(account("euro"), money("5.00", "EUR"));
    open("frozen", "0.00");
    twophase.accounts().change(account("frozen"), StatusChange.FREEZE);
    open("closed", "0.00");
    twophase.accounts().change(account("closed"), StatusChange.CLOSE);
  }

  private void open(String account, String balance) {
    twophase.accounts().open(account(account), money(balance, "USD"));
  }

  /** All that is finished was removed, and has left receipts. */
  Bank leavingReceipts() {
    raw("transactions")
        .updateMany(Filters.exists("finishedAt"), Updates.set("finishedAt", Instant.EPOCH));
    Retention aDay =
        Retention.ofPass(Retention.SHORTEST).flatMap(Retention::withReceiptsForEver).get();
    MongoStore.using(
        client, name, MongoStoreSettings.defaults().withProbe(false).withRetention(aDay));
    twophase.retention().pass();
    return this;
  }

  TwoPhase twophase() {
    return twophase;
  }

  /** As the driver has it. */
  MongoCollection<Document> raw(String collection) {
    return client.getDatabase(name).getCollection(collection);
  }

  static TransferRequest transfer(String id, String source, String destination, String amount) {
    return new TransferRequest(
        transactionId(id), account(source), account(destination), money(amount, "USD"));
  }

  /** Has the order there, with these fields. */
  Bank withOrder(Map<String, ?> fields) {
    twophase.run(transaction("order").insert(ORDER, fields)).orElseThrow();
    return this;
  }

  Bank withClosedPeriod() {
    twophase.periods().open(PERIOD, "");
    twophase.periods().close(PERIOD, "");
    return this;
  }

  /** Holds all that it is for, and leaves it so. */
  Bank holding(Request request) {
    twophase.authorizations().authorize(request, WEEK);
    return this;
  }

  /** Stores the record of it and no more, as a process does that dies then. */
  Bank begun(Request request) {
    return begun(request.transaction().get());
  }

  /** The same of an authorization. */
  Bank authorizationBegun(Request request) {
    return begun(request.transaction().get().authorizedUnder(WEEK));
  }

  private Bank begun(NewTransaction body) {
    Owner dead = new Owner(new ApplicationName("dead"), new Token("dead"));
    store.records().insert(List.of(NewRecord.alone(body, dead)));
    return this;
  }

  /** The record of what is held is lost, as if retention had removed it too early. */
  Bank forgetting(String id) {
    raw("transactions").deleteOne(new Document("_id", id));
    return this;
  }

  /** Recovery finds whatever is there. */
  Bank recovering(RecoveryRequest.Policy policy) {
    twophase
        .recovery()
        .pass(new RecoveryRequest(Duration.ZERO, Optional.empty(), policy), recovered -> {});
    return this;
  }

  /** Why it is refused; another word if it is not. */
  String refusalOf(Request request) {
    return (request instanceof TransferRequest transfer
            ? twophase.transfers().transfer(transfer)
            : twophase.run((TransactionRequest) request))
        .fold(
            applied -> "applied",
            refused -> refused.reason().kind(),
            unknown -> "unknown: " + unknown.why(),
            notAsked -> "not asked: " + notAsked.why());
  }

  @Override
  public void close() {
    twophase.close();
    store.close();
    client.getDatabase(name).drop();
  }
}
