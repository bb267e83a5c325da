package io.twophase.app.refusal;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.app.refusal.Bank.NONE;
import static io.twophase.app.refusal.Bank.ORDER;
import static io.twophase.app.refusal.Bank.PERIOD;
import static io.twophase.app.refusal.Bank.transfer;
import static io.twophase.app.testing.Patiently.await;
import static io.twophase.domain.document.FieldChange.inc;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import io.twophase.app.recovery.RecoveryRequest.Policy;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.Money;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bson.Document;

/** How each refusal of a transaction is produced through the front door. */
final class RefusalScenarios {

  private static final Money FIVE = money("5.00", "USD");
  private static final Money MOST = new Money(Long.MAX_VALUE, FIVE.currency());
  private static final String LONG = "x".repeat(70_000);

  private RefusalScenarios() {}

  /** How each is produced, in the order in which they are decided. */
  static Map<String, Function<Bank, String>> inOrder() {
    Map<String, Function<Bank, String>> all = new LinkedHashMap<>();
    all.put("NoOperations", bank -> bank.refusalOf(transaction("t")));
    all.put("TooManyOperations", bank -> bank.refusalOf(tooMany()));
    all.put("SameAccount", bank -> bank.refusalOf(transfer("t", "A", "A", "1.00")));
    all.put("SameDocument", bank -> bank.refusalOf(transaction("t").check(ORDER).remove(ORDER)));
    all.put("NameTooLarge", bank -> bank.refusalOf(transaction("t").check(document("o", LONG))));
    all.put("AmountNotPositive", bank -> bank.refusalOf(transfer("t", "A", "B", "0.00")));
    all.put("Unbalanced", bank -> bank.refusalOf(transaction("t").debit(account("A"), FIVE)));
    all.put("AmountOverflow", bank -> bank.refusalOf(tooMuch()));
    all.put(
        "RecordTooLarge",
        bank -> bank.refusalOf(transaction("t").insert(ORDER, Map.of("text", LONG.repeat(230)))));
    all.put(
        "AtMostOfMany",
        bank ->
            bank.refusalOf(
                transaction("t")
                    .debitAtMost(account("A"), FIVE)
                    .credit(account("B"), FIVE)
                    .check(ORDER)));
    all.put("ReservedId", bank -> bank.refusalOf(transfer("batch:t", "A", "B", "1.00")));
    all.put("AtMostAuthorized", bank -> authorizing(bank, atMost("t", "A")));
    all.put(
        "IdReused",
        bank ->
            first(bank, transfer("t", "A", "B", "1.00"))
                .refusalOf(transfer("t", "A", "B", "2.00")));
    ofAccounts(all);
    ofDocuments(all);
    ofRecords(all);
    return all;
  }

  private static void ofAccounts(Map<String, Function<Bank, String>> all) {
    all.put("NoSuchAccount", bank -> bank.refusalOf(transfer("t", "A", "nobody", "1.00")));
    all.put("AccountCorrupt", RefusalScenarios::accountCorrupt);
    all.put(
        "ForeignHold",
        bank ->
            bank.holding(transfer("t", "A", "B", "1.00"))
                .forgetting("t")
                .refusalOf(transfer("t", "A", "B", "2.00")));
    all.put("AccountClosed", bank -> bank.refusalOf(transfer("t", "A", "closed", "1.00")));
    all.put("AccountFrozen", bank -> bank.refusalOf(transfer("t", "A", "frozen", "1.00")));
    all.put("CurrencyMismatch", bank -> bank.refusalOf(transfer("t", "A", "euro", "1.00")));
    all.put("InsufficientFunds", bank -> bank.refusalOf(transfer("t", "A", "B", "100.01")));
    all.put(
        "NothingAvailable", bank -> first(bank, atMost("first", "A")).refusalOf(atMost("t", "A")));
    all.put("CeilingReached", bank -> bank.refusalOf(transfer("t", "A", "full", "1.00")));
    all.put("AccountBusy", bank -> held(bank).refusalOf(transfer("t", "A", "B", "1.00")));
  }

  private static void ofDocuments(Map<String, Function<Bank, String>> all) {
    all.put(
        "UnsafeCollection",
        bank -> bank.refusalOf(transaction("t").remove(document("twophase_settings", "x"))));
    all.put("DocumentCorrupt", RefusalScenarios::documentCorrupt);
    all.put(
        "ForeignDocumentHold",
        bank ->
            bank.withOrder(Map.of("n", 1))
                .holding(transaction("t").change(ORDER, inc("n", 1)))
                .forgetting("t")
                .refusalOf(transaction("t").change(ORDER, inc("n", 2))));
    all.put(
        "DocumentBusy",
        bank ->
            bank.withOrder(Map.of("n", 1))
                .holding(transaction("h").change(ORDER, inc("n", 1)))
                .refusalOf(transaction("t").remove(ORDER)));
    all.put("NoSuchDocument", bank -> bank.refusalOf(transaction("t").remove(NONE)));
    all.put(
        "DocumentExists",
        bank -> bank.withOrder(Map.of("n", 1)).refusalOf(transaction("t").insert(ORDER, Map.of())));
    all.put("NoSuchPeriod", bank -> bank.refusalOf(posting("t")));
    all.put(
        "GuardFailed",
        bank ->
            bank.withOrder(Map.of("n", 1))
                .refusalOf(transaction("t").remove(ORDER, where("n").equalTo(2))));
    all.put("PeriodClosed", bank -> bank.withClosedPeriod().refusalOf(posting("t")));
    all.put(
        "ChangeImpossible",
        bank ->
            bank.withOrder(Map.of("n", "text"))
                .refusalOf(transaction("t").change(ORDER, inc("n", 1))));
    all.put(
        "NotAddable",
        bank ->
            bank.withOrder(Map.of("n", "text"))
                .refusalOf(transaction("t").add(ORDER, "n", 1, 0, 9)));
    all.put(
        "BoundReached",
        bank ->
            bank.withOrder(Map.of("n", 1L)).refusalOf(transaction("t").add(ORDER, "n", -2, 0, 9)));
    all.put(
        "DocumentTooLarge",
        bank ->
            bank.withOrder(Map.of("text", LONG.repeat(200)))
                .refusalOf(transaction("t").change(ORDER, set("more", LONG.repeat(60)))));
    all.put("ValueTaken", RefusalScenarios::valueTaken);
  }

  private static TransferRequest posting(String id) {
    return transfer(id, "A", "B", "1.00").inPeriod(PERIOD);
  }

  private static void ofRecords(Map<String, Function<Bank, String>> all) {
    all.put(
        "Canceled",
        bank -> {
          bank.twophase().transfers().enqueue(transfer("t", "A", "B", "1.00"));
          bank.twophase().compensation().cancel(transactionId("t"), "no more wanted");
          return bank.refusalOf(transfer("t", "A", "B", "1.00"));
        });
    all.put(
        "CanceledByRecovery",
        bank ->
            bank.begun(transfer("t", "A", "B", "1.00"))
                .recovering(Policy.CANCEL)
                .refusalOf(transfer("t", "A", "B", "1.00")));
    all.put("Expired", RefusalScenarios::expired);
    all.put(
        "NeverBegun",
        bank -> {
          bank.holding(transfer("t", "A", "B", "1.00")).forgetting("t");
          bank.twophase().scrub().run(orphan -> {}, unreadable -> {});
          return bank.refusalOf(transfer("t", "A", "B", "1.00"));
        });
  }

  static TransferRequest atMost(String id, String source) {
    return new TransferRequest(
            transactionId(id), account(source), account("B"), money("1000.00", "USD"))
        .takingAtMost();
  }

  static String authorizing(Bank bank, Request request) {
    return authorizing(bank, request, new AuthorizationTerms(Duration.ofDays(1)));
  }

  private static String authorizing(Bank bank, Request request, AuthorizationTerms terms) {
    return bank.twophase()
        .authorizations()
        .authorize(request, terms)
        .fold(
            authorized -> "authorized",
            captured -> "captured",
            refused -> refused.reason().kind(),
            unknown -> "unknown");
  }

  static Bank held(Bank bank) {
    return bank.holding(transfer("h1", "A", "B", "1.00")).holding(transfer("h2", "A", "B", "1.00"));
  }

  static Bank first(Bank bank, Request request) {
    assertThat(bank.refusalOf(request)).isEqualTo("applied");
    return bank;
  }

  private static TransactionRequest tooMany() {
    TransactionRequest request = transaction("t");
    List<Operation> checks = new ArrayList<>();
    for (int at = 0; at <= 10_000; at++) {
      checks.addAll(request.check(document("orders", at)).operations());
    }
    return new TransactionRequest(request.id(), checks, request.note());
  }

  private static TransactionRequest tooMuch() {
    return transaction("t")
        .debit(account("A"), MOST)
        .debit(account("B"), MOST)
        .credit(account("C"), MOST)
        .credit(account("D"), MOST);
  }

  private static String accountCorrupt(Bank bank) {
    bank.raw("accounts")
        .updateOne(new Document("_id", "B"), Document.parse("{$set: {receivable: 'much'}}"));
    return bank.refusalOf(transfer("t", "A", "B", "1.00"));
  }

  private static String documentCorrupt(Bank bank) {
    bank.raw("orders").insertOne(Document.parse("{_id: 'o', pendingTransactions: 'none'}"));
    return bank.refusalOf(transaction("t").remove(ORDER));
  }

  private static String valueTaken(Bank bank) {
    bank.raw("orders").createIndex(new Document("number", 1), new IndexOptions().unique(true));
    return bank.withOrder(Map.of("number", 1))
        .refusalOf(transaction("t").insert(NONE, Map.of("number", 1)));
  }

  private static String expired(Bank bank) {
    AuthorizationTerms aMoment = new AuthorizationTerms(Duration.ofMillis(1));
    Request request = transfer("t", "A", "B", "1.00");
    bank.twophase().authorizations().authorize(request, aMoment);
    await().until(() -> bank.twophase().authorizations().overdue(1).size() == 1);
    return authorizing(bank.recovering(Policy.RESUME), request, aMoment);
  }
}
