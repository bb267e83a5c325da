package io.twophase.domain.reading;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Participants.hold;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import io.vavr.Tuple;
import io.vavr.collection.HashSet;
import io.vavr.collection.List;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Every order in which the writes of some transactions and the reads of one reader can come. Each
 * read is of one document or one record. What is judged is the answer, against what was decided at
 * some moment since the reading began: known from a copy of the documents that only decisions
 * change.
 */
final class ReadersExploration {

  /**
   * A transaction.
   *
   * @param home where its record is
   * @param name its id
   * @param operations in the order of their holds
   * @param settles the same in the order in which they are settled
   */
  record Run(
      Home home, String name, List<DocumentOperation> operations, List<DocumentOperation> settles) {

    static Run of(String name, DocumentOperation... operations) {
      return new Run(HOME, name, List.of(operations), List.of(operations));
    }

    /** The same, its record elsewhere. */
    Run at(Home elsewhere) {
      return new Run(elsewhere, name, operations, settles);
    }

    Run settlingBackwards() {
      return new Run(home, name, operations, operations.reverse());
    }

    DocumentLeg leg(DocumentOperation operation) {
      return new DocumentLeg(home, transactionId(name), Epoch.FIRST, operation);
    }

    /** Whether it is the transaction whose record a reader asks its own home for. */
    boolean isOfRecord(Object asked) {
      return home.equals(HOME) && transactionId(name).equals(asked);
    }

    int size() {
      return operations.size();
    }

    /** After so many writes: a hold for each operation, the decision, a settle for each. */
    TransactionLookup record(int writes) {
      State decided = writes <= 2 * size() ? State.APPLIED : State.DONE;
      NewTransaction body =
          new NewTransaction(
              transactionId(name), operations.asJava(), Option.none(), Option.none());
      return new TransactionLookup.Found(
          recordOf(body).in(writes <= size() ? State.PENDING : decided).build(), Duration.ZERO);
    }
  }

  /**
   * All that decides what can come next.
   *
   * @param writes how many each transaction has made
   * @param reads what the reader has read, in its order
   * @param moments what was decided of the documents asked for, since the reading began
   */
  private record World(
      Map<DocumentRef, Participant> stored,
      Map<DocumentRef, Fields> decided,
      List<Integer> writes,
      List<Object> reads,
      Set<List<Option<Fields>>> moments) {

    World with(int run, DocumentRef ref, Option<Participant> document) {
      return new World(
          document.map(there -> stored.put(ref, there)).getOrElse(() -> stored.remove(ref)),
          decided,
          writes.update(run, writes.get(run) + 1),
          reads,
          moments);
    }
  }

  /** The reader's next read is none of those that are known. */
  private static final class NextRead extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Object read;

    NextRead(Object read) {
      super(null, null, false, false);
      this.read = read;
    }
  }

  private final List<Run> runs;
  private final List<DocumentRef> asked;
  private final Reader.Fault fault;
  private final Deque<World> open = new ArrayDeque<>();
  private final java.util.Set<World> known = new java.util.HashSet<>();
  private int answers;

  ReadersExploration(List<Run> runs, List<DocumentRef> asked, Reader.Fault fault) {
    this.runs = runs;
    this.asked = asked;
    this.fault = fault;
  }

  /** In how many worlds there was a consistent answer. */
  int answers() {
    return answers;
  }

  /** An answer that never was, if one can come. */
  Option<String> of(Map<DocumentRef, Fields> initial) {
    visit(
        new World(
            initial.map((ref, fields) -> Tuple.of(ref, Participant.of(ref, fields))),
            initial,
            runs.map(run -> 0),
            List.empty(),
            HashSet.empty()));
    while (!open.isEmpty()) {
      World world = open.pop();
      Option<String> wrong = read(world);
      if (wrong.isDefined()) {
        return wrong;
      }
    }
    return Option.none();
  }

  private void visit(World world) {
    if (known.add(world)) {
      open.push(world);
    }
  }

  private Option<String> read(World world) {
    try {
      Optional<ReadAnswer> answer =
          new Reader(new Known(world.reads()), fault).read(asked.asJava());
      return answer.isPresent() ? judged(answer.get(), world) : Option.none();
    } catch (NextRead next) {
      visit(afterRead(world, next.read));
      for (int run = 0; run < runs.size(); run++) {
        write(world, run);
      }
      return Option.none();
    }
  }

  private Option<String> judged(ReadAnswer answer, World world) {
    if (answer instanceof ReadAnswer.Consistent consistent) {
      answers++;
      List<Option<Fields>> told = List.ofAll(consistent.documents()).map(DecidedDocument::fields);
      return Option.when(
          !world.moments().contains(told), () -> told + " was none of " + world.moments());
    }
    return Option.none();
  }

  /** Gives what was read before. */
  private static final class Known implements Reader.Source {
    private List<Object> left;

    Known(List<Object> reads) {
      this.left = reads;
    }

    private Object next(Object read) {
      if (left.isEmpty()) {
        throw new NextRead(read);
      }
      Object known = left.head();
      left = left.tail();
      return known;
    }

    @Override
    public DocumentLookup document(DocumentRef ref) {
      return (DocumentLookup) next(ref);
    }

    @Override
    public TransactionLookup record(TransactionId id) {
      return (TransactionLookup) next(id);
    }
  }

  private World afterRead(World world, Object read) {
    Object lookup =
        read instanceof DocumentRef ref
            ? world
                .stored()
                .get(ref)
                .<DocumentLookup>map(DocumentLookup.Found::new)
                .getOrElse(() -> new DocumentLookup.Absent(ref))
            : runs.zip(world.writes())
                .find(run -> run._1().isOfRecord(read))
                .map(run -> run._1().record(run._2()))
                .get();
    return new World(
        world.stored(),
        world.decided(),
        world.writes(),
        world.reads().append(lookup),
        world.reads().isEmpty() ? HashSet.of(moment(world.decided())) : world.moments());
  }

  private List<Option<Fields>> moment(Map<DocumentRef, Fields> decided) {
    return asked.map(decided::get);
  }

  private void write(World world, int at) {
    Run run = runs.get(at);
    int before = world.writes().get(at);
    if (before < run.size()) {
      DocumentLeg leg = run.leg(run.operations().get(before));
      hold(world.stored().get(leg.document()), leg)
          .forEach(held -> visit(world.with(at, leg.document(), Option.some(held))));
    } else if (before == run.size()) {
      visit(decided(world, at));
    } else if (before <= 2 * run.size()) {
      DocumentLeg leg = run.leg(run.settles().get(before - run.size() - 1));
      visit(
          world.with(
              at,
              leg.document(),
              accepted(ParticipantRules.settle(world.stored().get(leg.document()), leg))));
    }
  }

  private World decided(World world, int at) {
    Run run = runs.get(at);
    Map<DocumentRef, Fields> after = world.decided();
    for (DocumentOperation operation : run.operations()) {
      after = decided(after, run.leg(operation));
    }
    return new World(
        world.stored(),
        after,
        world.writes().update(at, run.size() + 1),
        world.reads(),
        world.reads().isEmpty() ? world.moments() : world.moments().add(moment(after)));
  }

  private static Map<DocumentRef, Fields> decided(
      Map<DocumentRef, Fields> before, DocumentLeg leg) {
    DocumentRef ref = leg.document();
    Option<Participant> document = before.get(ref).map(fields -> Participant.of(ref, fields));
    return accepted(ParticipantRules.settle(Option.some(accepted(hold(document, leg))), leg))
        .map(there -> before.put(ref, there.fields()))
        .getOrElse(() -> before.remove(ref));
  }
}
