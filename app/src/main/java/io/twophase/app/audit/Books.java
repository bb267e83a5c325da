package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.ACCOUNT_MISSING;
import static io.twophase.app.audit.Finding.Kind.ACCOUNT_UNREADABLE;
import static io.twophase.app.audit.Finding.Kind.AVAILABLE_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.BALANCE_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.COLLECTION_UNREADABLE;
import static io.twophase.app.audit.Finding.Kind.DOCUMENT_UNREADABLE;
import static io.twophase.app.audit.Finding.Kind.HOLD_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.HOLD_MISSING;
import static io.twophase.app.audit.Finding.Kind.OUT_OF_BOUNDS;
import static io.twophase.app.audit.Finding.Kind.PLACEHOLDER_WITHOUT_HOLD;
import static io.twophase.app.audit.Finding.Kind.RECEIVABLE_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.SUM_DIFFERS;

import io.twophase.app.audit.Check.Findings;
import io.twophase.app.audit.Check.Held;
import io.twophase.app.audit.Finding.Subject;
import io.twophase.app.audit.Finding.Subject.OfAccount;
import io.twophase.app.audit.Finding.Subject.OfDocument;
import io.twophase.app.audit.Finding.Subject.OfOther;
import io.twophase.app.audit.RecordBooks.Asked;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Document.Escrow;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.value.Value;
import io.twophase.ports.Holds;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Checks the accounts against the records. */
final class Books implements Check {

  private final CollectionName collection;
  private final RecordBooks records;
  private final HoldBooks holds;
  private final boolean complete;
  private final Findings findings;
  private final Set<AccountId> missing;
  private final Map<Currency, BigInteger> balances = sums();
  private final Map<Currency, BigInteger> openings = sums();
  private long accounts;

  /**
   * @param collection of the accounts: a check names an account as a document of it
   * @param complete whether all records are there to add up
   */
  Books(
      CollectionName collection,
      RecordBooks records,
      HoldBooks holds,
      boolean complete,
      Findings findings) {
    this.collection = collection;
    this.records = records;
    this.holds = holds;
    this.complete = complete;
    this.findings = findings;
    this.missing = records.touched();
  }

  /** Checks an account; what it holds, if it can be read. */
  List<Held> add(Sight sight) {
    accounts++;
    return AccountLookup.of(sight)
        .fold(found -> add(found.account()), absent -> List.of(), this::addUnreadable);
  }

  private List<Held> addUnreadable(AccountLookup.Unreadable unreadable) {
    Subject subject =
        AccountId.parse(unreadable.id())
            .peek(missing::remove)
            .<Subject>fold(none -> new OfOther(unreadable.id()), OfAccount::new);
    findings.add(ACCOUNT_UNREADABLE, subject, unreadable.fault());
    return List.of();
  }

  private List<Held> add(Account account) {
    missing.remove(account.id());
    List<Held> held = account.holds().stream().map(hold -> held(account, hold)).toList();
    Figures figures = Figures.ofMoney(findings, new OfAccount(account.id()), account.currency());
    BigInteger balance = big(account.balance().minor());
    BigInteger opening = big(account.opening().balance().minor());
    BigInteger due = opening.add(records.moved(account.id())).subtract(unsettled(account, held));
    if (complete && !reportMissingHold(account, balance.subtract(due))) {
      figures.compare(BALANCE_DIFFERS, "balance", balance, due);
    }
    Escrow bounds =
        new Escrow(
            account.bounds().available(),
            account.bounds().receivable(),
            account.opening().floor().minor(),
            account.opening().ceiling().minor());
    figures.compareBounds("", bounds, account.balance().minor(), account.holds().stream());
    balances.merge(account.currency(), balance, BigInteger::add);
    openings.merge(account.currency(), opening, BigInteger::add);
    return held;
  }

  private BigInteger unsettled(Account account, List<Held> held) {
    return held.stream()
        .filter(each -> each.currency().isPresent())
        .flatMap(
            each ->
                holds.asked(each).map(asked -> asked.unsettled(account.id(), each.hold())).stream())
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private Held held(Account account, Hold hold) {
    return hold.mode() == HoldMode.ESCROW
        ? new Held(account.target(), hold, Optional.of(account.currency()))
        : new Held(
            new Target.OfDocument(collection.document(new Value.Text(account.id().value()))),
            hold,
            Optional.empty());
  }

  /**
   * Returns whether the balance lacks just the effect of an applied record that does not hold it.
   */
  private boolean reportMissingHold(Account account, BigInteger surplus) {
    if (surplus.signum() == 0) {
      return false;
    }
    Optional<Asked> lacking =
        records.applied().stream()
            .filter(asked -> asked.moved(account.id()).negate().equals(surplus))
            .filter(asked -> !isHeld(account, asked))
            .findFirst();
    Direction direction = surplus.signum() > 0 ? Direction.DEBIT : Direction.CREDIT;
    lacking.ifPresent(
        asked ->
            findings.add(
                HOLD_MISSING,
                new OfAccount(account.id()),
                "neither holds nor has settled the %s of %s of %s"
                    .formatted(
                        Findings.lower(direction),
                        text(surplus.abs(), account.currency()),
                        asked.record().id())));
    return lacking.isPresent();
  }

  private static boolean isHeld(Account account, Asked asked) {
    return account.holds().stream()
        .anyMatch(
            hold ->
                hold.mode() == HoldMode.ESCROW
                    && hold.record().equals(asked.record().id())
                    && hold.epoch().equals(asked.record().epoch()));
  }

  @Override
  public void end() {
    for (AccountId account : missing) {
      List<String> sums = new ArrayList<>();
      records.movedByCurrency(account).forEach((currency, sum) -> sums.add(text(sum, currency)));
      findings.add(
          ACCOUNT_MISSING,
          new OfAccount(account),
          "is not there, and transactions moved "
              + (sums.isEmpty() ? "what is carried" : String.join(" and ", sums))
              + " on it");
    }
    if (records.applied().isEmpty()) {
      balances.forEach(this::checkSum);
    }
  }

  private void checkSum(Currency currency, BigInteger sum) {
    BigInteger opened = openings.getOrDefault(currency, BigInteger.ZERO);
    Figures.ofMoney(findings, new OfOther(currency.getCurrencyCode()), currency)
        .compare(SUM_DIFFERS, "sum of balances", sum, opened);
  }

  /** The report, after the end of all checks. */
  AuditReport report(Optional<TreeHead> evidence) {
    return new AuditReport(
        accounts, records.counts(), balances, openings, complete, evidence, findings.sorted());
  }

  private static String text(BigInteger amount, Currency currency) {
    return Money.toDecimal(amount, currency) + " " + currency.getCurrencyCode();
  }

  static Map<Currency, BigInteger> sums() {
    return new TreeMap<>(Comparator.comparing(Currency::getCurrencyCode));
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  /**
   * Compares the figures of an account, a document or a currency with what they should be.
   *
   * @param by in words, what says what they should be
   * @param written writes a figure
   */
  private record Figures(
      Findings findings, Subject subject, String by, Function<BigInteger, String> written) {

    static Figures ofMoney(Findings findings, Subject subject, Currency currency) {
      return new Figures(findings, subject, "the books", amount -> text(amount, currency));
    }

    void compare(Finding.Kind kind, String what, BigInteger is, BigInteger due) {
      if (!is.equals(due)) {
        add(kind, what, is, ", by " + by + " " + written.apply(due));
      }
    }

    private void add(Finding.Kind kind, String what, BigInteger is, String words) {
      findings.add(kind, subject, what + " is " + written.apply(is) + words);
    }

    /** Compares what is available and receivable with what follows from a number and its holds. */
    void compareBounds(String of, Escrow bounds, long number, Stream<Hold> held) {
      BigInteger available = big(number).subtract(big(bounds.floor()));
      BigInteger receivable = big(bounds.ceiling()).subtract(big(number));
      for (Hold hold : held.filter(one -> one.mode() == HoldMode.ESCROW).toList()) {
        available = available.subtract(big(hold.range().debit()));
        receivable = receivable.subtract(big(hold.range().credit()));
      }
      compareBound(AVAILABLE_DIFFERS, of + "available", big(bounds.available()), available);
      compareBound(RECEIVABLE_DIFFERS, of + "receivable", big(bounds.receivable()), receivable);
    }

    private void compareBound(Finding.Kind kind, String what, BigInteger is, BigInteger due) {
      compare(kind, what, is, due);
      if (is.signum() < 0) {
        add(kind, what, is, ", below zero");
      }
    }
  }

  /**
   * Checks the documents of hosts: their holds, and the bounds of their fields.
   *
   * @param holds is given all that each document holds
   */
  record DocumentBooks(Consumer<List<Held>> holds, Findings findings) {

    /**
     * Reads a collection. One that cannot be read is a finding, and the audit goes on: another
     * cluster may be away, or the login may not reach a database.
     *
     * @throws StoreUnavailableException if the store's own cluster cannot be reached
     */
    void read(CollectionName collection, Holds stored) {
      try {
        stored.scan(collection, true, sight -> add(collection, sight));
      } catch (StoreException | IllegalArgumentException away) {
        if (away instanceof StoreUnavailableException && collection.cluster().isEmpty()) {
          throw away;
        }
        findings.add(
            COLLECTION_UNREADABLE,
            new OfOther(collection.toString()),
            String.valueOf(away.getMessage()));
      }
    }

    void add(CollectionName collection, Sight sight) {
      sight.stored().flatMap(stored -> stored.document()).ifPresent(this::add);
      Subject subject = new OfOther(collection + " " + sight.id());
      sight.fault().ifPresent(fault -> findings.add(DOCUMENT_UNREADABLE, subject, fault));
    }

    private void add(Document document) {
      Subject subject = new OfDocument(document.ref());
      if (document.placeholder() && document.holds().isEmpty()) {
        findings.add(PLACEHOLDER_WITHOUT_HOLD, subject, "nothing holds it");
      }
      List<Held> held =
          document.holds().stream()
              .map(hold -> new Held(document.target(), hold, Optional.empty()))
              .toList();
      holds.accept(held);
      held.stream()
          .filter(each -> isWithoutBounds(document, each.hold()))
          .forEach(each -> findings.add(HOLD_DIFFERS, each, " on a field without bounds"));
      document.escrow().forEach((field, bounds) -> checkBounds(document, field, bounds));
    }

    private static boolean isWithoutBounds(Document document, Hold hold) {
      return hold.mode() == HoldMode.ESCROW
          && !hold.fields().stream().allMatch(document.escrow()::containsKey);
    }

    /** Checks the bounds of a field against its value and the holds. */
    private void checkBounds(Document document, String field, Escrow bounds) {
      Subject subject = new OfDocument(document.ref());
      Optional<Value> found = document.fields().get(field);
      Optional<Long> value = found.flatMap(Value::wholeNumber);
      if (value.isEmpty()) {
        String is = found.map(Value::words).orElse("not there");
        findings.add(OUT_OF_BOUNDS, subject, field + " has bounds and is " + is);
        return;
      }
      if (value.orElseThrow() < bounds.floor() || value.orElseThrow() > bounds.ceiling()) {
        findings.add(
            OUT_OF_BOUNDS,
            subject,
            "%s is %s, its bounds are %s and %s"
                .formatted(field, value.orElseThrow(), bounds.floor(), bounds.ceiling()));
      }
      new Figures(findings, subject, "value and holds", BigInteger::toString)
          .compareBounds(
              field + ": ",
              bounds,
              value.orElseThrow(),
              document.holds().stream().filter(hold -> hold.fields().contains(field)));
    }
  }
}
