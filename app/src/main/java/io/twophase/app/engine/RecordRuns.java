package io.twophase.app.engine;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.machine.Event;
import io.twophase.domain.machine.Goal;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Member;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.Sharing;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.IdSource;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Runs transactions: those that may share a record are decided by one, each other one alone. A
 * transaction that its record leaves out goes on in the next record, and alone if that record
 * decides none of its transactions. Thread-safe.
 */
public final class RecordRuns {

  /**
   * The least number of transactions that a record begins with after other callers ran some of
   * them.
   */
  private static final int FEWEST = 8;

  private final RecordEngine engine;
  private final Records records;
  private final IdSource ids;
  private final CollectionName accounts;

  /**
   * Runs by way of an engine.
   *
   * @param records of the engine's store
   * @param ids names records of several
   * @param accounts the collection whose documents are the accounts
   */
  public RecordRuns(RecordEngine engine, Records records, IdSource ids, CollectionName accounts) {
    this.engine = engine;
    this.records = records;
    this.ids = ids;
    this.accounts = accounts;
  }

  /**
   * The end of the run for one transaction.
   *
   * @param foundDecided whether it was decided before this call had any part in it
   * @param fencedAt the epoch at which another worker overtook this call's, if one did
   */
  public record Answer(Result result, boolean foundDecided, Option<Epoch> fencedAt) {}

  /**
   * The ends of all transactions of a call.
   *
   * @param answers by id, in the order asked
   * @param failure the fault of the store that ended some of them, if one did
   */
  public record Ended(Map<TransactionId, Answer> answers, Option<StoreException> failure) {}

  /**
   * Runs transactions to their ends.
   *
   * @param bodies no id twice
   * @param inOrder whether the outcome must be that of running them one after the other
   * @param whenDecided is given each outcome as soon as it is certain, before all is settled; must
   *     not throw
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent to the store
   * @throws StoreException if the store failed before it answered anything at all
   */
  public Ended run(
      List<NewTransaction> bodies, boolean inOrder, BiConsumer<TransactionId, Result> whenDecided) {
    Rounds rounds = new Rounds(bodies, inOrder, whenDecided);
    if (inOrder) {
      rounds.inOrder();
    } else {
      rounds.inAnyOrder();
    }
    return rounds.ended();
  }

  private final class Rounds {

    private final Map<TransactionId, NewTransaction> open = new LinkedHashMap<>();
    private final Map<TransactionId, Option<Answer>> answers = new LinkedHashMap<>();
    private final BiConsumer<TransactionId, Result> whenDecided;
    private Option<StoreException> failure = Option.none();
    private final boolean isInOrder;
    private int width = Integer.MAX_VALUE;
    private boolean hasBegun;

    /** The owner that this call has named last. */
    private Option<Owner> last = Option.none();

    Rounds(
        List<NewTransaction> bodies,
        boolean isInOrder,
        BiConsumer<TransactionId, Result> whenDecided) {
      this.isInOrder = isInOrder;
      this.whenDecided = whenDecided;
      for (NewTransaction body : bodies) {
        if (open.put(body.id(), body) != null) {
          throw new IllegalArgumentException("transaction " + body.id() + " occurs twice");
        }
        answers.put(body.id(), Option.none());
      }
    }

    Ended ended() {
      Map<TransactionId, Answer> all = new LinkedHashMap<>();
      answers.forEach((id, answer) -> all.put(id, answer.get()));
      return new Ended(all, failure);
    }

    /**
     * Runs one record after the other: a transaction that a record leaves out, or that cannot share
     * it, is in the next.
     */
    void inAnyOrder() {
      while (!open.isEmpty() && failure.isEmpty()) {
        int before = open.size();
        List<NewTransaction> bodies = List.copyOf(open.values());
        List<List<NewTransaction>> parts = new ArrayList<>();
        parts.add(sharing(bodies, false));
        bodies.stream()
            .filter(body -> body.authorization().isDefined() && !parts.get(0).contains(body))
            .forEach(body -> parts.add(List.of(body)));
        run(parts);
        if (open.size() == before && failure.isEmpty()) {
          run(bodies.stream().map(List::of).toList());
        }
      }
      giveUp();
    }

    /**
     * Runs one record after the other, each ended before the next places a hold. A transaction that
     * already has a record of its own is run alone, in its place.
     */
    void inOrder() {
      Set<TransactionId> taken = taken();
      while (!open.isEmpty() && failure.isEmpty()) {
        List<NewTransaction> next = next(List.copyOf(open.values()), taken);
        int before = open.size();
        run(List.of(next));
        boolean isAllAnswered = before - open.size() == next.size();
        if (open.size() == before && failure.isEmpty()) {
          run(List.of(next.subList(0, 1)));
        }
        width = isAllAnswered ? doubled() : Math.max(FEWEST, before - open.size());
        if (isOpenEnded()) {
          break;
        }
      }
      giveUp();
    }

    private int doubled() {
      return width > Integer.MAX_VALUE / 2 ? width : 2 * width;
    }

    private Set<TransactionId> taken() {
      Set<TransactionId> taken = new HashSet<>();
      if (open.size() > 1) {
        for (Lookup lookup : records.findMembers(List.copyOf(open.keySet()))) {
          if (lookup.kind() != Lookup.Kind.ABSENT && lookup.member().isEmpty()) {
            taken.add(new TransactionId(lookup.id()));
          }
        }
      }
      return taken;
    }

    /**
     * The next transactions that share a record; a transaction with a record of its own is alone.
     */
    private List<NewTransaction> next(List<NewTransaction> bodies, Set<TransactionId> taken) {
      if (taken.contains(bodies.get(0).id())) {
        return bodies.subList(0, 1);
      }
      return sharing(bodies.stream().takeWhile(body -> !taken.contains(body.id())).toList(), true);
    }

    /** The transactions that one record has room for, the first at least. */
    private List<NewTransaction> sharing(List<NewTransaction> bodies, boolean asPrefix) {
      Sharing sharing = new Sharing(accounts);
      List<NewTransaction> part = new ArrayList<>(bodies.size());
      for (NewTransaction body : bodies) {
        if (part.size() == width) {
          break;
        }
        if (sharing.takes(Member.of(body))) {
          part.add(body);
        } else if (asPrefix) {
          break;
        }
      }
      return part.subList(0, NewRecord.fitting(part));
    }

    private void run(List<List<NewTransaction>> parts) {
      try {
        List<Worker> workers = parts.stream().map(this::worker).toList();
        RecordEngine.Ended ended = engine.run(workers, this::tell, WaitPolicy.PAUSE);
        hasBegun = true;
        failure = ended.failure().orElse(failure);
        ended.workers().forEach(this::take);
      } catch (StoreException fault) {
        if (!hasBegun) {
          throw fault;
        }
        // others have their answers: these have none
        failure = Option.some(fault);
      }
    }

    private Worker worker(List<NewTransaction> part) {
      return worker(part, engine.owner());
    }

    private Worker worker(List<NewTransaction> part, Owner owner) {
      last = Option.some(owner);
      NewRecord record =
          part.size() == 1
              ? NewRecord.alone(part.get(0), owner)
              : NewRecord.several(
                  new RecordId(BatchId.PREFIX + ids.nextTransactionId()), part, isInOrder, owner);
      return Worker.start(Goal.run(record), owner);
    }

    private void take(Worker worker) {
      worker
          .results()
          .forEach(
              (id, result) -> {
                if (result.kind() != Result.Kind.LEFT_OUT && open.remove(id) != null) {
                  answers.put(id, Option.some(answer(worker, result)));
                }
              });
    }

    private Answer answer(Worker worker, Result result) {
      return new Answer(result, worker.foundDecided(), worker.fencedAt());
    }

    private boolean isOpenEnded() {
      return answers.values().stream()
          .anyMatch(answer -> answer.exists(one -> one.result().isOpenEnded()));
    }

    /**
     * The run sends no more for the open transactions, and answers them as unknown. Their workers
     * send nothing, so they need no token of their own, which might ask the store.
     */
    private void giveUp() {
      for (NewTransaction body : open.values()) {
        Worker worker = worker(List.of(body), last.get()).after(new Event.GaveUp(false));
        answers.put(body.id(), Option.some(answer(worker, worker.result().get())));
      }
      open.clear();
    }

    /** Tells of each member as its record is decided. */
    private void tell(Worker worker) {
      worker
          .results()
          .forEach(
              (id, result) -> {
                if (result.kind() != Result.Kind.LEFT_OUT) {
                  whenDecided.accept(id, result);
                }
              });
    }
  }
}
