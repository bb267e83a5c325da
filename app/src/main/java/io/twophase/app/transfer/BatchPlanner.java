package io.twophase.app.transfer;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.ports.AccountRepository;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;

/** Cuts a stream of transfers into batches. */
public final class BatchPlanner {

  private final AccountRepository accounts;
  private final int size;

  /**
   * Batches of at most {@code size} transfers.
   *
   * @throws IllegalArgumentException if {@code size} is below 1
   */
  public BatchPlanner(AccountRepository accounts, int size) {
    if (size < 1) {
      throw new IllegalArgumentException("batch size " + size + " is below 1");
    }
    this.accounts = accounts;
    this.size = size;
  }

  /** The batches, in order, made as they are asked for; no id occurs twice in one. */
  public Iterator<List<TransferRequest>> batches(Iterator<TransferRequest> requests, Order order) {
    return new Batches(requests, order);
  }

  private final class Batches implements Iterator<List<TransferRequest>> {

    private final Iterator<TransferRequest> requests;
    private final Order order;
    private final Deque<TransferRequest> ahead = new ArrayDeque<>();
    private final Headroom headroom = new Headroom(accounts);

    Batches(Iterator<TransferRequest> requests, Order order) {
      this.requests = requests;
      this.order = order;
    }

    @Override
    public boolean hasNext() {
      return !ahead.isEmpty() || requests.hasNext();
    }

    @Override
    public List<TransferRequest> next() {
      lookAhead();
      List<TransferRequest> batch = new ArrayList<>(ahead.size());
      Joining joining = new Joining(order, headroom);
      while (!ahead.isEmpty() && batch.size() < size && joining.admits(ahead.peek())) {
        TransferRequest request = ahead.remove();
        joining.add(request);
        batch.add(request);
      }
      if (batch.isEmpty()) {
        throw new NoSuchElementException("no more transfers");
      }
      return batch;
    }

    /** Reads as many as a batch can take, and what must be known of their accounts, at once. */
    private void lookAhead() {
      List<TransferRequest> fresh = new ArrayList<>();
      while (ahead.size() < size && requests.hasNext()) {
        TransferRequest request = requests.next();
        ahead.add(request);
        fresh.add(request);
      }
      if (order == Order.AS_GIVEN) {
        headroom.plan(fresh);
      }
    }
  }

  /** What a batch has in it so far, and so what may not join it. */
  private static final class Joining {

    private final Order order;
    private final Headroom headroom;
    private final Set<TransactionId> ids = new HashSet<>();
    private final Set<AccountId> debited = new HashSet<>();
    private final Set<AccountId> credited = new HashSet<>();

    Joining(Order order, Headroom headroom) {
      this.order = order;
      this.headroom = headroom;
    }

    /**
     * In the order given, a debit of an account must come after the batch that credits it: money is
     * there only when it is settled. And where a credit might meet the ceiling, it must come after
     * whatever else touches the account.
     */
    boolean admits(TransferRequest request) {
      if (ids.contains(request.id())) {
        return false;
      }
      if (order == Order.ANY) {
        return true;
      }
      AccountId destination = request.destination();
      boolean touched = debited.contains(destination) || credited.contains(destination);
      return !credited.contains(request.source()) && !(touched && headroom.isTight(destination));
    }

    void add(TransferRequest request) {
      ids.add(request.id());
      if (order == Order.AS_GIVEN) {
        debited.add(request.source());
        credited.add(request.destination());
      }
    }
  }
}
