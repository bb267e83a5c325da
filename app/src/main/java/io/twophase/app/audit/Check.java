package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.RECORD_REMOVED;

import io.twophase.app.audit.Finding.Subject;
import io.twophase.app.audit.Finding.Subject.OfAccount;
import io.twophase.app.audit.Finding.Subject.OfDocument;
import io.twophase.domain.Money;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.Answers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One check of an audit. The audit shows it what it reads, in the order of these methods, and the
 * check adds what is off to the findings.
 */
interface Check {

  /** The number of records or transactions that are read at once. */
  int PAGE = 1_000;

  /** Sees one of all transactions, with the record that decides it. */
  default void see(Lookup transaction) {}

  /** Sees all that one account or document holds. */
  default void see(List<Held> held) {}

  /**
   * A decided record.
   *
   * @param number the number that the record is marked with
   */
  record Numbered(TransactionRecord record, Optional<Long> number) {}

  /** Sees some of the decided records; each record once. */
  default void seeNumbered(List<Numbered> records) {}

  /** Ends, after the last that the audit reads. */
  default void end() {}

  /** Looks something up by its keys, some at a time, and gives {@code each} key its answer. */
  static <K> void byPages(
      List<K> keys, Function<List<K>, List<Lookup>> find, BiConsumer<K, Lookup> each) {
    for (int from = 0; from < keys.size(); from += PAGE) {
      List<K> page = keys.subList(from, Math.min(from + PAGE, keys.size()));
      Answers.each(page, find.apply(page), each);
    }
  }

  /**
   * A hold, and the target that has it.
   *
   * @param target an account that is checked is named as a document here
   * @param hold as it is stored
   * @param currency of a range of money
   */
  record Held(Target target, Hold hold, Optional<Currency> currency) {

    /** Names the target in findings. */
    Subject subject() {
      return target.fold(OfAccount::new, OfDocument::new);
    }

    /** A sentence's beginning: the target has this, for that transaction. */
    String words() {
      return currency.map(this::range).orElseGet(() -> "has the " + name());
    }

    /** Names the hold by its mode. */
    String name() {
      return Findings.lower(hold.mode()) + " hold for " + hold.transaction();
    }

    private String range(Currency in) {
      Money debit = new Money(hold.range().debit(), in);
      Money credit = new Money(hold.range().credit(), in);
      String what =
          hold.record().isOfMany()
              ? "range of " + debit + " to pay and " + credit + " to receive"
              : debit.isPositive() ? "debit of " + debit : "credit of " + credit;
      return "holds a " + what + " for " + hold.transaction();
    }
  }

  /** A set of numbers of any size; the set takes no memory for long ranges that it lacks. */
  final class Numbers {

    private static final int BLOCK = 1 << 16;

    private final Map<Long, BitSet> blocks = new HashMap<>();

    void add(long number) {
      blocks
          .computeIfAbsent(Math.floorDiv(number, BLOCK), none -> new BitSet())
          .set(Math.floorMod(number, BLOCK));
    }

    boolean contains(long number) {
      return Optional.ofNullable(blocks.get(Math.floorDiv(number, BLOCK)))
          .filter(block -> block.get(Math.floorMod(number, BLOCK)))
          .isPresent();
    }
  }

  /** The findings of an audit, as its checks add them. */
  final class Findings {

    private final List<Finding> all = new ArrayList<>();

    void add(Finding.Kind kind, Subject subject, String detail) {
      all.add(new Finding(kind, subject, detail));
    }

    /** Adds what is off in a hold: its sentence ends with these words. */
    void add(Finding.Kind kind, Held held, String words) {
      add(kind, held.subject(), held.words() + words);
    }

    int size() {
      return all.size();
    }

    void addAll(Findings more) {
      all.addAll(more.all);
    }

    /**
     * Takes over findings about numbers, but for those that the tree of evidence has shown already.
     */
    void addNumbers(Findings numbers) {
      for (Finding each : numbers.all) {
        boolean isShown =
            all.stream()
                .filter(shown -> shown.subject().equals(each.subject()))
                .anyMatch(shown -> shown.kind() == each.kind() || shown.kind() == RECORD_REMOVED);
        if (!isShown) {
          all.add(each);
        }
      }
      numbers.all.clear();
    }

    /** All of them, by kind and then by id. */
    List<Finding> sorted() {
      return all.stream()
          .sorted(Comparator.comparing(Finding::kind).thenComparing(Finding::id))
          .toList();
    }

    /** The name of a state or a direction, as answers write it. */
    static String lower(Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT);
    }
  }
}
