package io.twophase.app.refusal;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.app.refusal.Bank.ORDER;
import static io.twophase.app.refusal.Bank.transfer;
import static io.twophase.app.refusal.RefusalScenarios.atMost;
import static io.twophase.app.refusal.RefusalScenarios.authorizing;
import static io.twophase.app.refusal.RefusalScenarios.first;
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
        "ReservedId before NoSuchAccount",
        bank -> bank.refusalOf(transfer("batch:t", "A", "nobody", "1.00")));
    all.put(
        "IdReused before NoSuchAccount",
        bank ->
            first(bank, transfer("t", "A", "B", "1.00"))
                .refusalOf(transfer("t", "A", "nobody", "1.00")));
    all.put(
        "GuardFailed before ChangeImpossible",
        bank ->
            bank.withOrder(Map.of("n", "text"))
                .refusalOf(transaction("t").change(ORDER, where("n").equalTo(2), inc("n", 1))));
    return all;
  }

  private static TransactionRequest unbalanced(String id) {
    return transaction(id).debit(account("A"), FIVE);
  }
}
