package io.twophase.domain.testing;

import static io.twophase.domain.testing.DocumentWords.document;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;

import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import java.time.Duration;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Transactions in words: operations with {@code &} between them, and what is said about them behind
 * slashes, as in {@code t A-5 & B+5 & check #o1 n==1 / note why}. {@code A-5} takes five dollars of
 * account A, {@code A-5~} at most, {@code B+5EUR} gives euros, {@code A-MAX} takes all of int64;
 * {@code add #o1 n -3[0..9]} is an addition within bounds, {@code [..]} the widest, and other
 * operations on documents are as {@link DocumentWords} has them. A slash is followed by {@code note
 * why}, {@code reverses x}, {@code ref 7}, {@code key k=v}, {@code row 2}, {@code attempt 1 of f
 * returns 7} or {@code under P1D 1 of Ann Bob}.
 */
public final class BodyWords {
  private static final Pattern MONEY = Pattern.compile("(\\w[\\w ]*?)([-+])(\\S+?)(EUR)?(~)?");
  private static final Pattern ADDITION =
      Pattern.compile("add (\\S+) (\\w+) (-?\\d+)(?:\\[(-?\\d*)\\.\\.(-?\\d*)])?");

  private BodyWords() {}

  /** Verbs that read operations, transactions and amounts, and say operations. */
  public static Verbs verbs(Object steps) {
    return new Verbs(steps)
        .reading(Operation.class, BodyWords::operation)
        .reading(DocumentOperation.class, words -> (DocumentOperation) operation(words))
        .reading(NewTransaction.class, BodyWords::body)
        .reading(Money.class, words -> amount(words, USD))
        .saying(Reason.class, Reason::message)
        .saying(Operation.class, BodyWords::of)
        .saying(NewTransaction.class, BodyWords::of);
  }

  private static Money amount(String words, Currency currency) {
    return words.equals("MAX")
        ? new Money(Long.MAX_VALUE, currency)
        : Fixtures.money(words.replace("EUR", ""), words.endsWith("EUR") ? EUR : currency);
  }

  /** The operation of words. */
  public static Operation operation(String words) {
    Matcher money = MONEY.matcher(words);
    if (money.matches()) {
      AccountId account = new AccountId(money.group(1));
      Money amount = amount(money.group(3), money.group(4) == null ? USD : EUR);
      return money.group(2).equals("+")
          ? new Credit(account, amount)
          : new Debit(account, amount, money.group(5) != null);
    }
    Matcher addition = ADDITION.matcher(words);
    if (addition.matches()) {
      DocumentRef document = document(addition.group(1));
      Scale.OfField scale =
          HoldWords.scale(addition.group(2), addition.group(4), addition.group(5));
      long amount = Long.parseLong(addition.group(3));
      return new AddToField(document, scale.name(), amount, scale.floor(), scale.ceiling());
    }
    String[] parts = words.split(" ", 3);
    return DocumentWords.operation(document(parts[1]), parts[0], parts.length == 2 ? "" : parts[2]);
  }

  /** The operations of words, which may be none. */
  public static List<Operation> operations(String words) {
    return words.isEmpty()
        ? List.of()
        : Stream.of(words.split(" & ", -1)).map(BodyWords::operation).toList();
  }

  /** The transaction of words. */
  public static NewTransaction body(String words) {
    String[] said = words.split(" / ", -1);
    String[] parts = said[0].split(" ", 2);
    Map<String, String> remarks = new LinkedHashMap<>();
    for (String remark : List.of(said).subList(1, said.length)) {
      String[] sides = remark.split(" ", 2);
      remarks.put(sides[0].equals("key") ? remark : sides[0], sides[1]);
    }
    NewTransaction body =
        new NewTransaction(
            new TransactionId(parts[0]),
            operations(parts.length == 2 ? parts[1] : ""),
            Optional.ofNullable(remarks.get("reverses")).map(TransactionId::new));
    Labels labels = Labels.NONE;
    for (Map.Entry<String, String> remark : remarks.entrySet()) {
      String is = remark.getValue();
      switch (remark.getKey().replaceAll(" .*", "")) {
        case "note" -> body = body.noted(Texts.of(is));
        case "row" ->
            body = body.importedBy(new ImportedRow("f".repeat(64), Long.parseLong(is), true));
        case "under" -> body = body.authorizedUnder(terms(is));
        case "ref" -> labels = labels.referenced(is);
        case "key" -> labels = labels.with(is.split("=", 2)[0], is.split("=", 2)[1]);
        case "attempt" -> labels = labels.of(Optional.of(attempt(is)));
        default -> {}
      }
    }
    return labels.isEmpty() ? body : body.labelled(labels);
  }

  /** The terms of words: a lifetime, and how many of whom approve. */
  public static AuthorizationTerms terms(String words) {
    String[] parts = words.split(" ", -1);
    Duration lifetime = Duration.parse(parts[0]);
    return parts.length == 1
        ? new AuthorizationTerms(lifetime)
        : new AuthorizationTerms(
            lifetime,
            Optional.of(
                new ApprovalRule(
                    Integer.parseInt(parts[1]),
                    Stream.of(parts).skip(3).map(ApproverName::new).toList())));
  }

  private static Attempt attempt(String words) {
    String[] parts = words.split(" ", -1);
    return new Attempt(
        new TransactionId(parts[2]),
        Integer.parseInt(parts[0]),
        parts.length == 3 ? Optional.empty() : Optional.of(DocumentWords.value(parts[4])));
  }

  /** An operation in words: an operation on a document by its kind, and an addition in full. */
  public static String of(Operation operation) {
    if (operation instanceof AccountOperation money) {
      boolean isDebit = money instanceof Debit;
      return money.account()
          + (isDebit ? "-" : "+")
          + money.amount().toDecimal()
          + (money.amount().currency().equals(USD) ? "" : money.amount().currency())
          + (isDebit && ((Debit) money).atMost() ? "~" : "");
    }
    DocumentOperation document = (DocumentOperation) operation;
    return document.kind()
        + " "
        + document.document()
        + (document instanceof AddToField add ? " " + add.field() + " " + add.amount() : "");
  }

  private static String of(NewTransaction body) {
    return body.id()
        + body.operations().stream().map(BodyWords::of).collect(Collectors.joining(" & ", " ", ""))
        + body.reverses().map(reversed -> " / reverses " + reversed).orElse("");
  }
}
