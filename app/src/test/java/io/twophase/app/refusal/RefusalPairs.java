package io.twophase.app.refusal;

import static io.twophase.app.TwoPhase.account;
import static io.twophase.app.TwoPhase.money;
import static io.twophase.app.TwoPhase.transaction;
import static io.twophase.app.refusal.Bank.ORDER;
import static io.twophase.app.refusal.Bank.transfer;
import static io.twophase.app.refusal.RefusalScenarios.atMost;
import static io.twophase.app.refusal.RefusalScenarios.authorizing;
import static io.twophase.app.refusal.RefusalScenarios.first;
import static io.twophase.app.refusal.RefusalScenarios.held;
import static io.twophase.domain.document.FieldChange.inc;
import static io.twophase.domain.document.Guards.where;

import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.Money;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Transactions that are wrong in two ways, by the refusal that comes first and the other one. */
final class RefusalPairs {

  private static final Money FIVE = money("5.00", "USD");
  private static final String LONG = "x".repeat(70_000);

  private RefusalPairs() {}

  /** What is wrong in two ways: the one that comes first is answered. */
  static Map<String, Function<Bank, String>> all() {
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

  private static TransactionRequest unbalanced(String id) {
    return transaction(id).debit(account("A"), FIVE);
  }

  private static TransactionRequest euros(String id, String from, String to, String amount) {
    return transaction(id)
        .debit(account(from), money(amount, "EUR"))
        .credit(account(to), money(amount, "EUR"));
  }
}
