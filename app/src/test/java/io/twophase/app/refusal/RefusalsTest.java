package io.twophase.app.refusal;

import static io.twophase.app.TwoPhase.account;
import static io.twophase.app.TwoPhase.document;
import static io.twophase.app.TwoPhase.money;
import static io.twophase.app.TwoPhase.transaction;
import static io.twophase.app.TwoPhase.transactionId;
import static io.twophase.app.refusal.Bank.NONE;
import static io.twophase.app.refusal.Bank.ORDER;
import static io.twophase.app.refusal.Bank.transfer;
import static io.twophase.domain.document.FieldChange.inc;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.IndexOptions;
import io.twophase.app.recovery.RecoveryRequest.Policy;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Operation;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Each refusal of docs/OUTCOMES.md, through the front door")
class RefusalsTest {

  private static final Money FIVE = money("5.00", "USD");
  private static final Money MOST = new Money(Long.MAX_VALUE, FIVE.currency());
  private static final String LONG = "x".repeat(70_000);

  /** What no host can ask: only who makes a transaction of the domain sees it. */
  private static final List<String> NOT_FOR_HOSTS = List.of("AuthorizationAsked");

  private static EmbeddedServer server;
  private static MongoClient client;
  private static int databases;

  @BeforeAll
  static void start() {
    server = EmbeddedServer.inMemory(0);
    client = MongoClients.create(server.uri());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  /** How each is produced, in the order in which they are decided. */
  private static Map<String, Function<Bank, String>> scenarios() {
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
    all.put("VersionNotAllowed", RefusalsTest::versionNotAllowed);
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
    all.put("AccountCorrupt", RefusalsTest::accountCorrupt);
    all.put(
        "ForeignHold",
        bank ->
            bank.holding(transfer("t", "A", "B", "1.00"))
                .forgetting("t")
                .refusalOf(transfer("t", "A", "B", "2.00")));
    all.put(
        "SecondOperation",
        bank ->
            bank.holding(transaction("t").check(document("accounts", "A")))
                .forgetting("t")
                .refusalOf(transfer("t", "A", "B", "1.00")));
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
    all.put("DocumentCorrupt", RefusalsTest::documentCorrupt);
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
    all.put(
        "GuardFailed",
        bank ->
            bank.withOrder(Map.of("n", 1))
                .refusalOf(transaction("t").remove(ORDER, where("n").is(2))));
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
    all.put("ValueTaken", RefusalsTest::valueTaken);
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
    all.put("Expired", RefusalsTest::expired);
    all.put(
        "NeverBegun",
        bank -> {
          bank.holding(transfer("t", "A", "B", "1.00")).forgetting("t");
          bank.twophase().scrub().run(orphan -> {}, unreadable -> {});
          return bank.refusalOf(transfer("t", "A", "B", "1.00"));
        });
  }

  /** What is wrong in two ways: the one that comes first is answered. */
  private static Map<String, Function<Bank, String>> both() {
    Map<String, Function<Bank, String>> all = new LinkedHashMap<>();
    all.put(
        "SameAccount before AmountNotPositive",
        bank -> bank.refusalOf(transfer("t", "A", "A", "0.00")));
    all.put(
        "SameDocument before Unbalanced",
        bank -> bank.refusalOf(unbalanced("t").check(ORDER).check(ORDER)));
    all.put(
        "Unbalanced before RecordTooLarge",
        bank -> bank.refusalOf(unbalanced("t").insert(ORDER, Map.of("text", LONG.repeat(230)))));
    all.put("Unbalanced before ReservedId", bank -> bank.refusalOf(unbalanced("batch:t")));
    all.put(
        "ReservedId before AtMostAuthorized", bank -> authorizing(bank, atMost("batch:t", "A")));
    all.put(
        "RecordTooLarge before AtMostOfMany",
        bank ->
            bank.refusalOf(
                transaction("t")
                    .debitAtMost(account("A"), FIVE)
                    .credit(account("B"), FIVE)
                    .insert(ORDER, Map.of("text", LONG.repeat(230)))));
    all.put(
        "NothingAvailable before AccountBusy",
        bank ->
            first(bank, transfer("first", "A", "B", "98.00"))
                .holding(transfer("h1", "A", "B", "1.00"))
                .holding(transfer("h2", "A", "B", "1.00"))
                .refusalOf(atMost("t", "A")));
    all.put(
        "ReservedId before NoSuchAccount",
        bank -> bank.refusalOf(transfer("batch:t", "A", "nobody", "1.00")));
    all.put(
        "IdReused before NoSuchAccount",
        bank ->
            first(bank, transfer("t", "A", "B", "1.00"))
                .refusalOf(transfer("t", "A", "nobody", "1.00")));
    all.put(
        "AccountClosed before CurrencyMismatch",
        bank -> bank.refusalOf(euros("t", "closed", "euro", "1.00")));
    all.put(
        "AccountFrozen before CurrencyMismatch",
        bank -> bank.refusalOf(euros("t", "frozen", "euro", "1.00")));
    all.put(
        "CurrencyMismatch before InsufficientFunds",
        bank -> bank.refusalOf(euros("t", "A", "euro", "500.00")));
    all.put(
        "InsufficientFunds before AccountBusy",
        bank -> held(bank).refusalOf(transfer("t", "A", "B", "500.00")));
    all.put(
        "CeilingReached before AccountBusy",
        bank ->
            bank.holding(transfer("h1", "full", "B", "0.10"))
                .holding(transfer("h2", "full", "B", "0.10"))
                .refusalOf(transfer("t", "A", "full", "1.00")));
    all.put(
        "DocumentBusy before GuardFailed",
        bank ->
            bank.withOrder(Map.of("n", 1))
                .holding(transaction("h").change(ORDER, inc("n", 1)))
                .refusalOf(transaction("t").remove(ORDER, where("n").is(2))));
    all.put(
        "DocumentBusy before DocumentExists",
        bank ->
            bank.withOrder(Map.of("n", 1))
                .holding(transaction("h").change(ORDER, inc("n", 1)))
                .refusalOf(transaction("t").insert(ORDER, Map.of())));
    all.put(
        "GuardFailed before ChangeImpossible",
        bank ->
            bank.withOrder(Map.of("n", "text"))
                .refusalOf(transaction("t").change(ORDER, where("n").is(2), inc("n", 1))));
    return all;
  }

  private static TransferRequest atMost(String id, String source) {
    return new TransferRequest(
            transactionId(id), account(source), account("B"), money("1000.00", "USD"))
        .takingAtMost();
  }

  private static String authorizing(Bank bank, Request request) {
    return bank.twophase()
        .authorizations()
        .authorize(request, new AuthorizationTerms(Duration.ofDays(1)))
        .fold(
            authorized -> "authorized",
            captured -> "captured",
            refused -> refused.refusal().kind(),
            unknown -> "unknown");
  }

  private static TransactionRequest unbalanced(String id) {
    return transaction(id).debit(account("A"), FIVE);
  }

  private static TransactionRequest euros(String id, String from, String to, String amount) {
    return transaction(id)
        .debit(account(from), money(amount, "EUR"))
        .credit(account(to), money(amount, "EUR"));
  }

  private static Bank held(Bank bank) {
    return bank.holding(transfer("h1", "A", "B", "1.00")).holding(transfer("h2", "A", "B", "1.00"));
  }

  private static Bank first(Bank bank, Request request) {
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

  private static String versionNotAllowed(Bank any) {
    String name = "old" + databases++;
    client
        .getDatabase(name)
        .getCollection("accounts")
        .insertOne(Document.parse("{_id: 'old', balance: 0, v: 1}"));
    try (Bank bank = new Bank(client, name)) {
      return bank.refusalOf(transaction("t").insert(ORDER, Map.of()));
    }
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
    AuthorizationTerms terms = new AuthorizationTerms(Duration.ofMillis(1));
    Request request = transfer("t", "A", "B", "1.00");
    bank.twophase().authorizations().authorize(request, terms);
    await().until(() -> bank.twophase().authorizations().overdue(1).size() == 1);
    bank.recovering(Policy.RESUME);
    return bank.twophase()
        .authorizations()
        .authorize(request, terms)
        .fold(
            authorized -> "authorized",
            captured -> "captured",
            refused -> refused.refusal().kind(),
            unknown -> "unknown");
  }

  static Stream<String> kinds() throws IOException {
    return documented().stream().filter(kind -> !NOT_FOR_HOSTS.contains(kind));
  }

  private static List<String> documented() throws IOException {
    return OutcomesPage.kinds("## Why a transfer is refused", "## Authorizations");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void isProduced(String kind) {
    Function<Bank, String> scenario = scenarios().get(kind);
    assertThat(scenario).as("how %s is produced", kind).isNotNull();
    try (Bank bank = new Bank(client, "bank" + databases++)) {
      assertThat(scenario.apply(bank)).isEqualTo(kind);
    }
  }

  static Stream<String> pairs() {
    return both().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void comesFirst(String pair) throws IOException {
    List<String> names = List.of(pair.split(" before "));
    try (Bank bank = new Bank(client, "bank" + databases++)) {
      assertThat(both().get(pair).apply(bank)).isEqualTo(names.get(0));
    }
    assertThat(documented().indexOf(names.get(0))).isLessThan(documented().indexOf(names.get(1)));
  }

  @Test
  @DisplayName("of several operations is that of the first one that is refused")
  void ofTheFirstOperation() {
    Money much = money("500.00", "USD");
    TransactionRequest money =
        transaction("t").debit(account("A"), much).credit(account("nobody"), much);
    try (Bank bank = new Bank(client, "bank" + databases++)) {
      assertThat(bank.refusalOf(money.remove(NONE))).isEqualTo("InsufficientFunds");
      assertThat(
              bank.refusalOf(
                  transaction("u")
                      .remove(NONE)
                      .debit(account("A"), much)
                      .credit(account("nobody"), much)))
          .isEqualTo("NoSuchDocument");
    }
  }

  @Test
  @DisplayName("is listed once, in the order in which they are decided")
  void order() throws IOException {
    List<String> listed = new ArrayList<>(documented());
    listed.removeAll(NOT_FOR_HOSTS);

    assertThat(listed).containsExactlyElementsOf(scenarios().keySet());
  }
}
