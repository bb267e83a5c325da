package io.twophase.app.transfer.batch;

import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransferRequest;
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
  private final boolean areOne;

  /**
   * Batches of at most {@code size} transfers.
   *
   * @param areOne whether each batch is one transaction, where all of its transfers may be: then
   *     none ends where a row needs what an earlier one brings
   * @throws IllegalArgumentException if {@code size} is below 1
   */
  public BatchPlanner(AccountRepository accounts, int size, boolean areOne) {
    if (size < 1) {
      throw new IllegalArgumentException("batch size " + size + " is below 1");
    }
    this.accounts = accounts;
    this.size = size;
    this.areOne = areOne;
  }

  /**
   * The batches, in order, each made when the iterator is asked for it. No id occurs twice in a
   * batch.
   */
  public <T extends TransferEntry> Iterator<List<T>> batches(Iterator<T> entries, Order order) {
    return new Batches<>(entries, order);
  }

  private final class Batches<T extends TransferEntry> implements Iterator<List<T>> {

    private final Iterator<T> entries;
    private final Order order;
    private final Deque<T> ahead = new ArrayDeque<>();
    private final Headroom headroom = new Headroom(accounts);

    Batches(Iterator<T> entries, Order order) {
      this.entries = entries;
      this.order = order;
    }

    @Override
    public boolean hasNext() {
      return !ahead.isEmpty() || entries.hasNext();
    }

    @Override
    public List<T> next() {
      readAhead();
      boolean isCut = mustBeCut();
      if (isCut) {
        headroom.know(ahead.stream().map(TransferEntry::request).toList());
      }
      List<T> batch = new ArrayList<>(ahead.size());
      BatchMembers members = new BatchMembers(isCut, headroom);
      while (!ahead.isEmpty() && batch.size() < size && members.admit(ahead.peek().request())) {
        T entry = ahead.remove();
        members.add(entry.request());
        batch.add(entry);
      }
      if (batch.isEmpty()) {
        throw new NoSuchElementException("no more transfers");
      }
      return batch;
    }

    /** Reads as many entries as a batch can take. */
    private void readAhead() {
      while (ahead.size() < size && entries.hasNext()) {
        T entry = entries.next();
        ahead.add(entry);
        headroom.plan(entry.request());
      }
    }

    private boolean mustBeCut() {
      return order == Order.AS_GIVEN
          && (!areOne || ahead.stream().anyMatch(entry -> !entry.request().mayShareTransaction()));
    }
  }

  /** The requests of the batch so far, which decide what may join it. */
  private static final class BatchMembers {

    private final boolean isCut;
    private final Headroom headroom;
    private final Set<TransactionId> ids = new HashSet<>();
    private final Set<AccountId> debited = new HashSet<>();
    private final Set<AccountId> credited = new HashSet<>();
    private int postings;

    BatchMembers(boolean isCut, Headroom headroom) {
      this.isCut = isCut;
      this.headroom = headroom;
    }

    /**
     * In the order given, a debit of an account must come after the batch that credits it: money is
     * there only when it is settled. And where a credit might meet the ceiling, it must come after
     * whatever else touches the account.
     */
    boolean admit(TransferRequest request) {
      if (ids.contains(request.id()) || postings == Request.MOST_POSTINGS) {
        return false;
      }
      if (!isCut) {
        return true;
      }
      AccountId destination = request.destination();
      boolean touched = debited.contains(destination) || credited.contains(destination);
      return !credited.contains(request.source()) && !(touched && headroom.isTight(destination));
    }

    void add(TransferRequest request) {
      ids.add(request.id());
      postings += request.isPosting() ? 1 : 0;
      if (isCut) {
        debited.add(request.source());
        credited.add(request.destination());
      }
    }
  }
}
