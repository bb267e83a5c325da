package io.twophase;

import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.Compensation;
import io.twophase.app.transfer.AllOrNothing;
import io.twophase.app.transfer.AllOrNothingOutcome;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.app.transfer.queue.TransferQueue;
import io.twophase.app.transfer.queue.TransferQueue.TransferListener;
import io.twophase.domain.AccountId;
import io.twophase.domain.CheckReturnValue;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.IdSource;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes transfers. Concurrent callers' transfers share batches, whichever way they are asked for.
 * Thread-safe.
 */
@CheckReturnValue
public final class Transfers implements AutoCloseable {

  private static final String CLOSED = "shutting down";
  private static final String BEHIND_OPEN_END =
      "the order was to be kept, and one before it has no certain or finished outcome";

  private final int batchSize;
  private final TransferQueue queue;
  private final Compensation compensation;
  private final IdSource ids;
  private final TransferListener listener;
  private final CallerGuard guard;

  /**
   * Transfers by {@code queue}, and cancels by {@code compensation}.
   *
   * @param batchSize the most transfers of a batch
   * @param guard is asked before anything is queued or written
   */
  public Transfers(
      int batchSize,
      TransferQueue queue,
      Compensation compensation,
      IdSource ids,
      TransferListener listener,
      CallerGuard guard) {
    this.guard = guard;
    this.listener = listener;
    this.batchSize = batchSize;
    this.queue = queue;
    this.compensation = compensation;
    this.ids = ids;
  }

  /**
   * Makes one transfer. Both accounts change, or neither; whatever happens to this process, the
   * record lets any other finish it. Idempotent by the request's id.
   *
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public TransactionOutcome transfer(TransferRequest request) {
    return transfer(request, AnswerTime.WHEN_FINISHED);
  }

  /**
   * Makes one transfer, and answers as soon as it is decided, or when it is finished.
   *
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public TransactionOutcome transfer(TransferRequest request, AnswerTime when) {
    return run(request, when);
  }

  /**
   * Runs one transaction, whatever it is of, and answers as soon as it is decided, or when it is
   * finished. Idempotent by the request's id.
   *
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public TransactionOutcome run(Request request, AnswerTime when) {
    requireGoodCall(request, when);
    return queue.run(request, when);
  }

  /**
   * Makes one transfer under a fresh id, which the outcome names.
   *
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public TransactionOutcome transfer(AccountId source, AccountId destination, Money amount) {
    return transfer(new TransferRequest(ids.nextTransactionId(), source, destination, amount));
  }

  /**
   * Makes one transfer as {@link #transfer(TransferRequest)} does, and returns at once: the future
   * is completed with the outcome when it is finished. If the queue is full, it returns when there
   * is room. Each transfer has its own id and answer, and the failure of one harms no other.
   *
   * <p>The future is completed exceptionally with {@link StoreUnavailableException} if the store
   * cannot be reached and nothing was sent to it; with {@link TransactionOutcome.NotAsked} if these
   * transfers were closed first. A callback of the future runs on a thread for callbacks, and may
   * ask for other transfers, wait for them, or close.
   *
   * <p>Canceling or completing the future changes only the future: its {@code cancel} returns
   * {@code true}, and the transfer happens all the same. To cancel the transfer, call {@link
   * #cancel}.
   */
  public CompletableFuture<TransactionOutcome> submit(Request request) {
    return submit(request, AnswerTime.WHEN_FINISHED);
  }

  /**
   * Makes one transfer as {@link #submit(Request)} does. The future is completed as soon as the
   * transfer is decided, or when it is finished.
   */
  public CompletableFuture<TransactionOutcome> submit(Request request, AnswerTime when) {
    requireGoodCall(request, when);
    return queue.submit(request, when);
  }

  /**
   * Makes one transfer as {@link #submit(Request, AnswerTime)} does, if the queue has room at once.
   * Answers nothing if it has none; the transfer was not taken then.
   */
  public Optional<CompletableFuture<TransactionOutcome>> trySubmit(
      Request request, AnswerTime when) {
    requireGoodCall(request, when);
    return queue.trySubmit(request, when);
  }

  private void requireGoodCall(Request request, AnswerTime when) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(when, "when");
    guard.check();
  }

  /**
   * Cancels a transfer that is not decided, and keeps the reason, as {@link Compensation#cancel}
   * does. One that waits here for its batch is withdrawn first, and its future is completed with
   * {@link TransactionOutcome.NotAsked}; if it was never begun by anybody, the answer is {@link
   * CancelOutcome.NotFound}, and the id is free. If the transfer is at work, the answer is its
   * outcome: canceled, if the cancel came before the decision. Idempotent.
   *
   * @param reason for people; may be empty. {@link io.twophase.domain.Reason#cut} says how much of
   *     it is kept
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public CancelOutcome cancel(TransactionId id, String reason) {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(id, "id");
    guard.check();
    queue.withdraw(id);
    return compensation.cancel(id, reason);
  }

  /**
   * Stores a transfer for any process to run, and returns at once: nothing is held yet. Recovery,
   * or a caller who asks for the same transfer, claims it. Idempotent by the request's id. After
   * {@link #close} nothing is stored, and the answer is {@link EnqueueOutcome.NotAsked}.
   *
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public EnqueueOutcome enqueue(Request request) {
    Objects.requireNonNull(request, "request");
    guard.check();
    return queue.store(request).orElseGet(() -> new EnqueueOutcome.NotAsked(CLOSED));
  }

  /**
   * Makes all of these transfers or none: one transaction, named {@code id}, which moves what they
   * come to for each account. A transfer may spend what another one of them brings, whichever comes
   * first. There is one record, one state and one reversal for all; the transfers' own ids are not
   * stored, so one of them that is asked for by itself is made again. Idempotent by {@code id}:
   * asked with transfers that come to something else, it is refused as {@code IdReused}. For each
   * by itself, see {@link #transferAll(List, Order)}.
   *
   * @return refused also if one of them is no transfer or takes as much as there is, if more than
   *     10,000 accounts get or give, or if they come to nothing for all accounts; nothing is stored
   *     then
   * @throws StoreUnavailableException if the store cannot be reached and nothing was sent to it
   */
  public AllOrNothingOutcome allOrNothing(TransactionId id, List<TransferRequest> transfers) {
    AllOrNothing all = new AllOrNothing(id, transfers);
    return all.request()
        .fold(
            invalid ->
                new AllOrNothingOutcome(
                    new TransactionOutcome.Refused(id, invalid.reason()), invalid.at()),
            request -> ended(all, run(request, AnswerTime.WHEN_FINISHED)));
  }

  private static AllOrNothingOutcome ended(AllOrNothing all, TransactionOutcome outcome) {
    Optional<Integer> first =
        outcome.fold(
            applied -> Optional.empty(),
            refused -> all.firstRefused(refused.reason()),
            unknown -> Optional.empty(),
            notAsked -> Optional.empty());
    return new AllOrNothingOutcome(outcome, first);
  }

  /**
   * Runs many transactions, each of them as {@link #run} does, in batches. Each is atomic; all of
   * them together are not (see {@link #allOrNothing}). {@code answered} is called with each outcome
   * as its batch ends, in the order of the requests. With {@link Order#AS_GIVEN} a batch has what
   * one record may decide, and it ends after the first batch in which an outcome is not known or
   * not finished, since what the rest would meet is not certain then; the requests left over have
   * not been asked, and asking all again goes on from there. After {@link #close} it ends with the
   * batch that is under way; those of the next batch are answered {@link
   * TransactionOutcome.NotAsked}, and of the rest nothing is read.
   *
   * @return whether all requests were asked
   * @throws StoreUnavailableException if the store cannot be reached and nothing of the current
   *     batch was sent to it
   */
  public boolean transferAll(
      Iterator<? extends Request> requests, Order order, Consumer<TransactionOutcome> answered) {
    Objects.requireNonNull(requests, "requests");
    Objects.requireNonNull(answered, "answered");
    return inBatches(
        requests, Function.identity(), order, (request, outcome) -> answered.accept(outcome));
  }

  /**
   * Runs many transactions as {@link #transferAll(Iterator, Order, Consumer)} does, of items that
   * carry requests, such as rows of a file. Each outcome comes in one value with its item.
   *
   * @param request the request that an item carries; called once for each item
   * @return whether all requests were asked
   * @throws StoreUnavailableException if the store cannot be reached and nothing of the current
   *     batch was sent to it
   */
  public <T> boolean transferAll(
      Iterator<T> items,
      Function<? super T, ? extends Request> request,
      Order order,
      Consumer<Answered<T>> answered) {
    Objects.requireNonNull(items, "items");
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(answered, "answered");
    return inBatches(
        items, request, order, (item, outcome) -> answered.accept(new Answered<>(item, outcome)));
  }

  private <T> boolean inBatches(
      Iterator<T> items,
      Function<? super T, ? extends Request> request,
      Order order,
      BiConsumer<T, TransactionOutcome> answered) {
    Objects.requireNonNull(order, "order");
    guard.check();
    return order == Order.AS_GIVEN
        ? oneAfterTheOther(new Batches<>(items, request, batchSize, queue::inOneRecord), answered)
        : sideBySide(new Batches<>(items, request, batchSize, () -> any -> true), answered);
  }

  /** A caller's item, and the request that it carries. */
  private record Item<T>(T value, Request request) {

    static <T> List<Request> requests(List<Item<T>> items) {
      return items.stream().map(Item::request).toList();
    }
  }

  /**
   * Cuts a stream of items into batches, in their order, each made when the iterator is asked for
   * it. All of a batch pass one test.
   */
  private static final class Batches<T> implements Iterator<List<Item<T>>> {

    private final Iterator<T> items;
    private final Function<? super T, ? extends Request> request;
    private final int size;
    private final Supplier<Predicate<Request>> tests;
    private @Nullable Item<T> next;

    Batches(
        Iterator<T> items,
        Function<? super T, ? extends Request> request,
        int size,
        Supplier<Predicate<Request>> tests) {
      this.items = items;
      this.request = request;
      this.size = size;
      this.tests = tests;
    }

    @Override
    public boolean hasNext() {
      return next != null || items.hasNext();
    }

    @Override
    public List<Item<T>> next() {
      List<Item<T>> batch = new ArrayList<>();
      Predicate<Request> test = tests.get();
      while (batch.size() < size && hasNext()) {
        Item<T> item = next == null ? item(items.next()) : next;
        next = null;
        if (!test.test(item.request())) {
          next = item;
          return batch;
        }
        batch.add(item);
      }
      return batch;
    }

    private Item<T> item(T item) {
      return new Item<>(item, Objects.requireNonNull(request.apply(item), "no request of an item"));
    }
  }

  /** Ends after a batch that has an open end; answers whether all were asked. */
  private <T> boolean oneAfterTheOther(
      Iterator<List<Item<T>>> batches, BiConsumer<T, TransactionOutcome> answered) {
    while (batches.hasNext()) {
      List<Item<T>> batch = batches.next();
      List<TransactionOutcome> outcomes =
          queue
              .runInOrder(Item.requests(batch))
              .orElseGet(
                  () -> batch.stream().map(item -> notAsked(item.request(), CLOSED)).toList());
      if (!handOver(batch, outcomes, answered)) {
        return false;
      }
      if (outcomes.stream().anyMatch(TransactionOutcome::isOpenEnded)) {
        return !batches.hasNext();
      }
    }
    return true;
  }

  /** Keeps as many batches under way as the queue allows; ends when they are handed back. */
  private <T> boolean sideBySide(
      Iterator<List<Item<T>>> batches, BiConsumer<T, TransactionOutcome> answered) {
    Deque<BooleanSupplier> ahead = new ArrayDeque<>();
    boolean allAsked = true;
    while (allAsked && batches.hasNext()) {
      List<Item<T>> batch = batches.next();
      List<Request> requests = Item.requests(batch);
      boolean isOnly = ahead.isEmpty() && !batches.hasNext();
      Supplier<List<TransactionOutcome>> outcomes =
          isOnly ? () -> queue.run(requests) : queue.start(requests);
      ahead.add(() -> handOver(batch, outcomes.get(), answered));
      if (ahead.size() >= queue.batchesInFlight()) {
        allAsked = ahead.remove().getAsBoolean();
      }
    }
    for (BooleanSupplier started : ahead) {
      allAsked &= started.getAsBoolean();
    }
    return allAsked;
  }

  /** Hands the outcomes over with their items, and answers whether all were asked. */
  private static <T> boolean handOver(
      List<Item<T>> items,
      List<TransactionOutcome> outcomes,
      BiConsumer<T, TransactionOutcome> answered) {
    boolean allAsked = true;
    for (int at = 0; at < items.size(); at++) {
      answered.accept(items.get(at).value(), outcomes.get(at));
      allAsked &= !(outcomes.get(at) instanceof TransactionOutcome.NotAsked);
    }
    return allAsked;
  }

  private TransactionOutcome notAsked(Request request, String why) {
    TransactionOutcome outcome = new TransactionOutcome.NotAsked(request.id(), why);
    listener.transferEnded(outcome);
    return outcome;
  }

  /**
   * Runs the transactions of a list, in memory, each by itself, as {@link #transferAll(Iterator,
   * Order, Consumer)} does. Requests that were not asked are answered {@link
   * TransactionOutcome.NotAsked}, with what kept them from it.
   *
   * @return one outcome for each request, in their order
   */
  public List<TransactionOutcome> transferAll(List<? extends Request> requests, Order order) {
    Objects.requireNonNull(requests, "requests");
    List<TransactionOutcome> outcomes = new ArrayList<>(requests.size());
    boolean allAsked = transferAll(requests.iterator(), order, outcomes::add);
    if (!allAsked) {
      String why = whyNotAsked(outcomes).orElse(BEHIND_OPEN_END);
      for (Request request : requests.subList(outcomes.size(), requests.size())) {
        outcomes.add(notAsked(request, why));
      }
    }
    return outcomes;
  }

  private static Optional<String> whyNotAsked(List<TransactionOutcome> outcomes) {
    return outcomes.stream()
        .filter(TransactionOutcome.NotAsked.class::isInstance)
        .map(outcome -> ((TransactionOutcome.NotAsked) outcome).why())
        .findFirst();
  }

  /**
   * Takes no more transfers, whichever way they are asked for: they are answered {@link
   * TransactionOutcome.NotAsked}, or {@link EnqueueOutcome.NotAsked}, and so are the pending ones.
   * Transfers that are begun are brought to their end; closing waits for that, and for the
   * completion of their futures, but not for the futures' callbacks. Idempotent, and a callback may
   * call it.
   */
  @Override
  public void close() {
    queue.close();
  }
}
