package io.twophase.domain.reading;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Participants.hold;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.explorer.breadth.Search;
import io.twophase.domain.explorer.breadth.Space;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.value.Fields;
import io.vavr.Tuple;
import io.vavr.collection.HashSet;
import io.vavr.collection.List;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Optional;
import java.util.function.Function;

/**
 * Every order in which the writes of some transactions and the reads of one reader can come. Each
 * read is of one document or one record. What is judged is the answer, against what was decided at
 * some moment since the reading began: known from a copy of the documents that only decisions
 * change.
 */
final class ReadersExploration implements Space<ReadersExploration.World> {

  /**
   * All that decides what can come next.
   *
   * @param writes how many each transaction has made
   * @param reads what the reader has read, in its order
   * @param moments what was decided of the documents asked for, since the reading began
   */
  record World(
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
  private final Map<DocumentRef, Fields> initial;
  private int answers;

  ReadersExploration(
      List<Run> runs,
      List<DocumentRef> asked,
      Reader.Fault fault,
      Map<DocumentRef, Fields> initial) {
    this.runs = runs;
    this.asked = asked;
    this.fault = fault;
    this.initial = initial;
  }

  /** In how many worlds there was a consistent answer. */
  int answers() {
    return answers;
  }

  /** An answer that never was, if one can come. */
  Found explore() {
    return Search.of(this);
  }

  @Override
  public World start() {
    return new World(
        initial.map((ref, fields) -> Tuple.of(ref, Participant.of(ref, fields))),
        initial,
        runs.map(run -> 0),
        List.empty(),
        HashSet.empty());
  }

  @Override
  public Option<String> fault(World world) {
    return answer(world)
        .toOption()
        .flatMap(Function.identity())
        .map(told -> List.ofAll(told.documents()).map(DecidedDocument::fields))
        .filter(told -> !world.moments().contains(told))
        .map(told -> told + " was none of " + world.moments());
  }

  @Override
  public void visit(World world) {
    if (answer(world).exists(Option::isDefined)) {
      answers++;
    }
  }

  @Override
  public void next(World world, Steps<World> steps) {
    Either<Object, Option<ReadAnswer.Consistent>> answer = answer(world);
    if (answer.isLeft()) {
      steps.to(afterRead(world, answer.getLeft()), () -> "the reader reads " + answer.getLeft());
      for (int run = 0; run < runs.size(); run++) {
        write(world, run, steps);
      }
    }
  }

  /** What the reader reads next, or what it answered; none where that is not consistent. */
  private Either<Object, Option<ReadAnswer.Consistent>> answer(World world) {
    try {
      Optional<ReadAnswer> answer =
          new Reader(new Known(world.reads()), fault).read(asked.asJava());
      return Either.right(
          Option.ofOptional(answer)
              .filter(ReadAnswer.Consistent.class::isInstance)
              .map(ReadAnswer.Consistent.class::cast));
    } catch (NextRead next) {
      return Either.left(next.read);
    }
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

  private void write(World world, int at, Steps<World> steps) {
    Run run = runs.get(at);
    int before = world.writes().get(at);
    if (before < run.size()) {
      DocumentLeg leg = run.leg(run.operations().get(before));
      hold(world.stored().get(leg.document()), leg)
          .forEach(
              held ->
                  steps.to(
                      world.with(at, leg.document(), Option.some(held)),
                      () -> run.name() + " holds " + leg.document()));
    } else if (before == run.size()) {
      steps.to(decided(world, at), () -> run.name() + " is decided");
    } else if (before <= 2 * run.size()) {
      DocumentLeg leg = run.leg(run.settles().get(before - run.size() - 1));
      steps.to(
          world.with(
              at,
              leg.document(),
              accepted(ParticipantRules.settle(world.stored().get(leg.document()), leg))),
          () -> run.name() + " settles " + leg.document());
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
