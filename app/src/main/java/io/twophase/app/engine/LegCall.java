package io.twophase.app.engine;

import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Step;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One kind of step on accounts and documents: which calls it is on the two ports. Accounts go
 * first.
 *
 * @param <O> what is answered for each operation
 * @param accounts the call for operations on accounts
 * @param documents the call for operations on documents
 * @param inDoubt the answer for what was not sent, or had no answer
 * @param isInDoubt whether an answer is that one
 * @param event the answers for one transaction, as an event
 */
record LegCall<O>(
    Function<List<Leg>, List<? extends O>> accounts,
    Function<List<DocumentLeg>, List<? extends O>> documents,
    O inDoubt,
    Predicate<O> isInDoubt,
    Function<List<? extends O>, Event> event) {

  /** The events of all runs, each of which has a step of this kind. */
  List<Event> of(List<TransactionRun> runs, Option<Documents> there) {
    List<Leg> legs = new ArrayList<>(2 * runs.size());
    List<DocumentLeg> documentLegs = new ArrayList<>(0);
    for (TransactionRun run : runs) {
      Step.OnDocuments step = step(run);
      List<Operation> operations = step.operations();
      for (int at = 0; at < operations.size(); at++) {
        Operation operation = operations.get(at);
        if (operation instanceof AccountOperation onAccount) {
          legs.add(new Leg(run.worker().id(), step.epoch(), onAccount));
        } else {
          documentLegs.add(leg(run, step, (DocumentOperation) operation, there));
        }
      }
    }
    List<? extends O> answers =
        documentLegs.isEmpty() ? accounts.apply(legs) : mixed(runs, legs, documentLegs);
    requireOneEach(legs.size() + documentLegs.size(), answers.size());
    return events(runs, answers);
  }

  private static DocumentLeg leg(
      TransactionRun run,
      Step.OnDocuments step,
      DocumentOperation operation,
      Option<Documents> there) {
    if (there.isEmpty()) {
      throw new StoreException(
          "transaction "
              + run.worker().id()
              + " is on "
              + operation.document()
              + ", and this process was set up without documents");
    }
    return new DocumentLeg(there.get().home(), run.worker().id(), step.epoch(), operation);
  }

  /** The answers in the order of the runs' operations. */
  private List<O> mixed(List<TransactionRun> runs, List<Leg> legs, List<DocumentLeg> documentLegs) {
    List<? extends O> ofAccounts = legs.isEmpty() ? List.of() : accounts.apply(legs);
    requireOneEach(legs.size(), ofAccounts.size());
    List<? extends O> ofDocuments = afterAccounts(ofAccounts, documentLegs);
    requireOneEach(documentLegs.size(), ofDocuments.size());
    Iterator<? extends O> nextAccount = ofAccounts.iterator();
    Iterator<? extends O> nextDocument = ofDocuments.iterator();
    List<O> answers = new ArrayList<>(legs.size() + documentLegs.size());
    for (TransactionRun run : runs) {
      for (Operation operation : step(run).operations()) {
        answers.add(
            operation.<O>foldTarget(
                onAccount -> nextAccount.next(), onDocument -> nextDocument.next()));
      }
    }
    return answers;
  }

  /** Once something is in doubt, nothing more is sent: nor where the store is gone meanwhile. */
  private List<? extends O> afterAccounts(
      List<? extends O> ofAccounts, List<DocumentLeg> documentLegs) {
    boolean doubt = ofAccounts.stream().anyMatch(isInDoubt);
    if (!doubt) {
      try {
        return documents.apply(documentLegs);
      } catch (StoreUnavailableException nothingSent) {
        if (ofAccounts.isEmpty()) {
          throw nothingSent;
        }
      }
    }
    return Collections.nCopies(documentLegs.size(), inDoubt);
  }

  private List<Event> events(List<TransactionRun> runs, List<? extends O> answers) {
    List<Event> events = new ArrayList<>(runs.size());
    int from = 0;
    for (TransactionRun run : runs) {
      int to = from + step(run).operations().size();
      events.add(event.apply(part(answers, from, to)));
      from = to;
    }
    return events;
  }

  private static Step.OnDocuments step(TransactionRun run) {
    return (Step.OnDocuments) run.worker().step();
  }

  /**
   * A part of the list. Nearly all parts have two elements; a list of their own takes less memory
   * than a view.
   */
  private static <T> List<T> part(List<T> answers, int from, int to) {
    return to - from == 2
        ? List.of(answers.get(from), answers.get(from + 1))
        : answers.subList(from, to);
  }

  private static void requireOneEach(int asked, int answered) {
    if (asked != answered) {
      throw new IllegalStateException("the store gave " + answered + " answers to " + asked);
    }
  }
}
