package io.twophase.test.fault;

import io.twophase.domain.AccountId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.ports.Records.Whole;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
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
 * that is planned counts the writes it is meant for by itself, from when it was planned. If several
 * are due at one write, then the one planned first strikes, and the others wait for the next.
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

  /** Returns which write is to go wrong: one of this kind. */
  public Aim when(WriteKind kind) {
    return new Aim(this, kind.toString(), false, touch -> touch.kind() == kind, 0);
  }

  /**
   * Returns which write is to go wrong: one by which a transaction comes about. Neither the
   * openings of accounts count, nor what shows that a process is alive.
   */
  public Aim ofTransactions() {
    return new Aim(
        this, "a write", false, touch -> WriteKind.OF_TRANSACTIONS.contains(touch.kind()), 0);
  }

  /**
   * Returns which write is to go wrong: one that comes after so many others, whatever their kinds.
   *
   * @throws IllegalArgumentException if {@code writes} is below zero
   */
  public Aim after(int writes) {
    return anyWrite().after(writes);
  }

  private Aim anyWrite() {
    return new Aim(this, "any write", false, touch -> true, 0);
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

  /** Returns how many planned faults have not struck yet: none, at the end of most tests. */
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

  /** Returns whether the process that uses the store has died: see {@link Aim#dies}. */
  public boolean hasDied() {
    return dead;
  }

  private void requireAlive() {
    if (dead) {
      throw new ProcessDied("this process has died before");
    }
  }

  private synchronized void plan(Planned plan) {
    planned.add(plan);
    anyPlanned = true;
  }

  /** Makes a call of a port, unless a fault strikes it. */
  Object around(String method, List<Object> asked, Interceptor.Call call) {
    requireAlive();
    if (method.equals("tryWhole")) {
      return Whole.of(Whole.Kind.NOT_RUN);
    }
    Optional<WriteForm> form = anyPlanned ? WriteForm.of(call.method()) : Optional.empty();
    if (form.isEmpty()) {
      return call.make();
    }
    Write write = form.orElseThrow().write(call);
    Optional<Planned> struck = write.elements().isEmpty() ? Optional.empty() : due(write);
    return struck.isEmpty()
        ? call.make()
        : WriteForm.answer(call, struck.orElseThrow().strike(write));
  }

  private synchronized Optional<Planned> due(Write write) {
    Optional<Planned> struck = Optional.empty();
    Iterator<Planned> plans = planned.iterator();
    while (plans.hasNext()) {
      Planned plan = plans.next();
      if (plan.isDue(write) && struck.isEmpty()) {
        struck = Optional.of(plan);
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
      case UNAVAILABLE ->
          (write, those) -> {
            throw new StoreUnavailableException(
                "in-memory store: " + write.kinds() + " made to fail (" + write + ")");
          };
      case LOSE_REQUEST -> Write::makeOthers;
      case LOSE_ANSWER -> Write::makeUnanswered;
      case DELIVER_LATE ->
          (write, those) -> {
            List<Object> sent = write.only(those);
            deliverLater(
                () -> {
                  // nobody is there to be told
                  var unused = write.send().apply(sent);
                });
            return write.makeOthers(those);
          };
    };
  }

  private static Effect before(Runnable what) {
    return (write, those) -> {
      what.run();
      return write.make();
    };
  }

  private Effect death() {
    return (write, those) -> {
      write.make();
      dead = true;
      throw new ProcessDied("the process dies after it wrote: " + write);
    };
  }

  /** A choice of the write that fails. */
  public static final class Aim {
    private final Faults faults;
    private final String words;
    private final boolean isDescribed;
    private final Predicate<Touch> those;
    private final int passing;

    private Aim(
        Faults faults, String words, boolean isDescribed, Predicate<Touch> those, int passing) {
      this.faults = faults;
      this.words = words;
      this.isDescribed = isDescribed;
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
      return new Aim(faults, words, isDescribed, those, writes);
    }

    /** A write that touches this account. The store makes and answers the others of the call. */
    public Aim on(AccountId account) {
      return where(touch -> touch.on().equals(account.value()));
    }

    /** A write that touches this document. The store makes and answers the others of the call. */
    public Aim on(DocumentRef document) {
      return where(touch -> touch.on().equals(document.toString()));
    }

    /** A write whose elements the test admits. The store makes the others of the call. */
    public Aim where(Predicate<Touch> elements) {
      return new Aim(faults, words, isDescribed, those.and(elements), passing);
    }

    /** Returns the same; where the fault is shown as not met, it is in these words. */
    public Aim described(String newWords) {
      return new Aim(faults, newWords, true, those, passing);
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
      plan("what comes before " + words, before(what));
    }

    private void plan(String planned, Effect effect) {
      faults.plan(new Planned(isDescribed ? words : planned, those, passing, effect));
    }
  }
}
