package io.twophase.test.fault;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.AccountId;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Makes the writes of a {@link FaultyStore} go wrong when a test says so, each fault once:
 *
 * <pre>{@code
 * FaultyStore store = FaultyStore.over(InMemoryStore.create(clock));
 * store.faults().when(WriteKind.HOLD).next(Fault.LOSE_ANSWER);          // the next hold
 * store.faults().when(WriteKind.HOLD).on(b).next(Fault.LOSE_ANSWER);    // the next hold on B
 * store.faults().when(WriteKind.SETTLE).after(2).next(Fault.UNAVAILABLE); // the third settle
 * store.faults().next(Fault.DELIVER_LATE);                              // the next write of all
 * store.faults().ofTransactions().after(2).dies();                      // dies after the third
 * ...
 * store.faults().deliverLate();                                         // now it takes effect
 * }</pre>
 *
 * <p>A write is one call, however many elements it has; a call without elements is none. Each fault
 * that is planned counts the writes it is meant for by itself, from when it was planned. Of several
 * that are due at one write the one planned first strikes, and the others wait for the next.
 *
 * <p>Thread-safe. A store without planned faults pays two reads of a field for each write.
 */
public final class Faults {

  private final List<Planned> planned = new ArrayList<>();
  private final List<Runnable> late = new ArrayList<>();
  private volatile boolean anyPlanned;
  private volatile boolean dead;

  Faults() {}

  /** Makes the next write go wrong, whatever its kind. */
  public void next(Fault fault) {
    anyWrite().next(fault);
  }

  /** Which write is to go wrong: one of this kind. */
  public Aim when(WriteKind kind) {
    return new Aim(this, kind.toString(), false, EnumSet.of(kind), touch -> true, 0);
  }

  /**
   * Which write is to go wrong: one by which a transaction or a batch comes about. Neither the
   * openings of accounts count, nor what shows that a process is alive.
   */
  public Aim ofTransactions() {
    return new Aim(this, "a write", false, WriteKind.OF_TRANSACTIONS, touch -> true, 0);
  }

  /**
   * Which write is to go wrong: one that comes after so many others, whatever their kinds.
   *
   * @throws IllegalArgumentException if {@code writes} is below zero
   */
  public Aim after(int writes) {
    return anyWrite().after(writes);
  }

  private Aim anyWrite() {
    return new Aim(this, "any write", false, EnumSet.allOf(WriteKind.class), touch -> true, 0);
  }

  /** Lets the late writes take effect, in the order in which they were sent: so many. */
  public int deliverLate() {
    List<Runnable> arriving;
    synchronized (this) {
      arriving = List.copyOf(late);
      late.clear();
    }
    arriving.forEach(Runnable::run);
    return arriving.size();
  }

  /** How many planned faults have not struck yet: none, at the end of most tests. */
  public synchronized int outstanding() {
    return planned.size();
  }

  /** The planned faults that have not struck yet, each with what was written in its time. */
  public synchronized List<String> unmet() {
    return planned.stream().map(Planned::toString).toList();
  }

  /** Forgets the planned faults, and loses the late writes for ever. */
  public synchronized void clear() {
    planned.clear();
    late.clear();
    anyPlanned = false;
  }

  /** Whether the process that uses the store has died: see {@link Aim#dies}. */
  public boolean hasDied() {
    return dead;
  }

  /**
   * For the repositories: that the process is alive.
   *
   * @throws ProcessDied if it has died
   */
  void requireAlive() {
    if (dead) {
      throw new ProcessDied("this process has died before");
    }
  }

  private synchronized void plan(Planned plan) {
    planned.add(plan);
    anyPlanned = true;
  }

  /** Makes a write, unless a fault strikes it. */
  <E, O> List<O> strike(
      WriteKind kind,
      List<E> elements,
      Function<E, Touch> touching,
      Call.Write<E, O> write,
      O inDoubt) {
    requireAlive();
    if (!anyPlanned || elements.isEmpty()) {
      return write.make(elements);
    }
    Call<E, O> call =
        new Call<>(kind, elements, elements.stream().map(touching).toList(), write, inDoubt);
    Option<Planned> struck = due(call);
    return struck.isEmpty() ? call.make() : struck.get().strike(call);
  }

  private synchronized Option<Planned> due(Call<?, ?> call) {
    Option<Planned> struck = Option.none();
    Iterator<Planned> plans = planned.iterator();
    while (plans.hasNext()) {
      Planned plan = plans.next();
      if (plan.isDue(call) && struck.isEmpty()) {
        struck = Option.some(plan);
        plans.remove();
      }
    }
    anyPlanned = !planned.isEmpty();
    return struck;
  }

  private synchronized void deliverLater(Runnable write) {
    late.add(write);
  }

  private Effect of(Fault fault) {
    return switch (fault) {
      case UNAVAILABLE -> new Unavailable();
      case LOSE_REQUEST ->
          new Effect() {
            @Override
            public <E, O> List<O> strike(Call<E, O> call, Predicate<Touch> those) {
              return call.makeOthers(those);
            }
          };
      case LOSE_ANSWER ->
          new Effect() {
            @Override
            public <E, O> List<O> strike(Call<E, O> call, Predicate<Touch> those) {
              return call.makeUnanswered(those);
            }
          };
      case DELIVER_LATE ->
          new Effect() {
            @Override
            public <E, O> List<O> strike(Call<E, O> call, Predicate<Touch> those) {
              List<E> sent = call.only(those);
              deliverLater(() -> call.write().make(sent));
              return call.makeOthers(those);
            }
          };
    };
  }

  private Effect before(Runnable what) {
    return new Effect() {
      @Override
      public <E, O> List<O> strike(Call<E, O> call, Predicate<Touch> those) {
        what.run();
        return call.make();
      }
    };
  }

  private Effect death() {
    return new Effect() {
      @Override
      public <E, O> List<O> strike(Call<E, O> call, Predicate<Touch> those) {
        call.make();
        dead = true;
        throw new ProcessDied("the process dies after it wrote: " + call);
      }
    };
  }

  /** Which write is to go wrong. */
  public static final class Aim {
    private final Faults faults;
    private final String words;
    private final boolean isDescribed;
    private final Set<WriteKind> kinds;
    private final Predicate<Touch> those;
    private final int passing;

    private Aim(
        Faults faults,
        String words,
        boolean isDescribed,
        Set<WriteKind> kinds,
        Predicate<Touch> those,
        int passing) {
      this.faults = faults;
      this.words = words;
      this.isDescribed = isDescribed;
      this.kinds = kinds;
      this.those = those;
      this.passing = passing;
    }

    /**
     * The one that comes after so many others like it.
     *
     * @throws IllegalArgumentException if {@code writes} is below zero
     */
    public Aim after(int writes) {
      if (writes < 0) {
        throw new IllegalArgumentException("after " + writes + " writes");
      }
      return new Aim(faults, words, isDescribed, kinds, those, writes);
    }

    /** One that touches this account. What else the call touches is written and answered. */
    public Aim on(AccountId account) {
      return where(touch -> touch.on().equals(account.value()));
    }

    /** One that touches this document. What else the call touches is written and answered. */
    public Aim on(DocumentRef document) {
      return where(touch -> touch.on().equals(document.toString()));
    }

    /** One with elements of which this is so. What else the call touches is as ever. */
    public Aim where(Predicate<Touch> elements) {
      return new Aim(faults, words, isDescribed, kinds, those.and(elements), passing);
    }

    /** The same; where the fault is shown as not met, it is in these words. */
    public Aim described(String newWords) {
      return new Aim(faults, newWords, true, kinds, those, passing);
    }

    /** Makes it go wrong. */
    public void next(Fault fault) {
      plan(fault + " of " + words, faults.of(fault));
    }

    /**
     * Lets the process die when the write has taken effect and before it is answered. This call and
     * all later ones of the same {@link FaultyStore}, reads too, throw {@link ProcessDied}.
     */
    public void dies() {
      plan("the death after " + words, faults.death());
    }

    /** Runs something before the write, which is then made as ever: what others do meanwhile. */
    public void first(Runnable what) {
      plan("what comes before " + words, faults.before(what));
    }

    private void plan(String planned, Effect effect) {
      faults.plan(new Planned(isDescribed ? words : planned, kinds, those, passing, effect));
    }
  }
}
