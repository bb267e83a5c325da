package io.twophase.domain.machine;

import static io.twophase.domain.machine.Cells.GHOST;
import static io.twophase.domain.machine.Cells.READER;
import static io.twophase.domain.record.Verdict.ALL_APPLIED;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.explorer.breadth.Steps;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.reading.HolderIds;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.reading.Reading;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.Documents;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents beside the workers, for one try: a document, a record or a member at a time. Its
 * answer must be what was decided at some moment since it began.
 */
final class Reader {

  /** A rule that a reader leaves out. */
  enum Rule {
    NONE,
    /** None either, but of what is read again the records are read first. */
    NONE_RECORDS_FIRST,
    /**
     * None either, of a store whose reads show what was at first, and from some read on what is.
     */
    NONE_OF_A_STORE_THAT_LAGS,
    /** The store's reads show what was at first, and what is, and what was at first again. */
    READS_GO_BACK,
    NOTHING_IS_READ_AGAIN,
    STAMPS_ARE_IGNORED,
    HOLDS_ARE_IGNORED,
    EPOCHS_ARE_IGNORED,
    VERDICTS_ARE_IGNORED,
    UNDECIDED_ARE_NOT_READ_AGAIN,
    ABSENT_IS_READ_LAST,
    UNDECIDED_ARE_READ_BEFORE_ABSENT
  }

  /**
   * How far the reader is.
   *
   * @param reads what it has read, in its order
   * @param moments the values that were decided since it began
   * @param isBehind whether all that it has read is what was at first
   */
  record Heard(
      List<Object> reads, Set<List<@Nullable Long>> moments, boolean isBehind, boolean isOver) {
    static final Heard NOTHING = new Heard(List.of(), Set.of(), true, false);
    private static final Heard OVER = new Heard(List.of(), Set.of(), false, true);
  }

  /** The next read is none of those that are known. */
  private static final class NextRead extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Object wanted;

    NextRead(Object wanted) {
      super(null, null, false, false);
      this.wanted = wanted;
    }
  }

  /** A hold that cannot be settled so was never decided so. */
  private static final List<@Nullable Long> IMPOSSIBLE = List.of(Long.MIN_VALUE);

  private final Scene scene;
  private final Cells cells;
  private final Judge judge;
  private final List<DocumentRef> documents;
  private char @Nullable [] first;
  // what follows from the numbers of a few cells, and comes again in thousands of worlds
  private final Map<Character, Object> wants = new HashMap<>();
  private final Map<String, Next> nexts = new HashMap<>();
  private final Map<String, Character> notes = new HashMap<>();

  /** How far the reader is after a read, and what is wrong with that. */
  private record Next(char heard, Optional<String> fault) {}

  Reader(Scene scene, Cells cells, Judge judge) {
    this.scene = scene;
    this.cells = cells;
    this.judge = judge;
    documents = scene.read.chars().mapToObj(Character::toString).map(Documents::order).toList();
  }

  /** The next read. */
  void of(char[] world, Steps<char[]> steps) {
    first = first == null ? world.clone() : first;
    Heard heard = cells.heard(world);
    if (documents.isEmpty() || heard.isOver()) {
      return;
    }
    Object wanted = wants.computeIfAbsent(world[READER], any -> replayed(heard.reads()).getLeft());
    char[] start = Objects.requireNonNullElse(first, world);
    if (scene.readersFlaw == Rule.READS_GO_BACK
        || (scene.readersFlaw == Rule.NONE_OF_A_STORE_THAT_LAGS && heard.isBehind())) {
      hear(world, start, wanted, steps);
    }
    hear(world, world, wanted, steps);
  }

  /** The reader reads, and is shown what it wants as it was in one of the worlds. */
  private void hear(char[] world, char[] shown, Object wanted, Steps<char[]> steps) {
    char isAtFirst = (char) (shown == world ? 0 : 1);
    char[] next = world.clone();
    Next known =
        nexts.computeIfAbsent(
            new String(
                new char[] {
                  world[READER], world[GHOST], shown[GHOST], shown[cell(wanted)], isAtFirst
                }),
            any -> heard(world, shown, wanted));
    next[READER] = known.heard();
    known.fault().ifPresent(fault -> judge.breaks(next, fault));
    steps.to(
        next, () -> "the reader reads " + wanted + (shown == world ? "" : " as it was at first"));
  }

  private Next heard(char[] world, char[] shown, Object wanted) {
    Heard heard = cells.heard(world);
    List<Object> reads = new ArrayList<>(heard.reads());
    reads.add(read(shown, wanted));
    Set<List<@Nullable Long>> moments = new HashSet<>(heard.moments());
    if (heard.reads().isEmpty()) {
      moments.add(moment(world));
    }
    moments.add(moment(shown));
    Either<Object, Optional<List<@Nullable Long>>> after = replayed(reads);
    boolean isBehind = heard.isBehind() && shown != world;
    return new Next(
        cells.readers.number(
            after.isLeft() ? new Heard(reads, moments, isBehind, false) : Heard.OVER),
        after
            .toJavaOptional()
            .flatMap(answer -> answer)
            .filter(answer -> !moments.contains(answer))
            .map(answer -> answer + " is read, and was none of " + moments));
  }

  /** What is decided by now is one more moment of the reading. */
  void note(char[] world) {
    world[READER] =
        notes.computeIfAbsent(
            new String(new char[] {world[READER], world[GHOST]}), any -> noted(world));
  }

  private char noted(char[] world) {
    Heard heard = cells.heard(world);
    if (heard.reads().isEmpty() || heard.moments().contains(moment(world))) {
      return world[READER];
    }
    Set<List<@Nullable Long>> more = new HashSet<>(heard.moments());
    more.add(moment(world));
    return cells.readers.number(new Heard(heard.reads(), more, heard.isBehind(), false));
  }

  private List<@Nullable Long> moment(char[] world) {
    List<@Nullable Long> decided = cells.ghost(world).values();
    List<@Nullable Long> moment = new ArrayList<>();
    documents.forEach(ref -> moment.add(decided.get(scene.place(new Target.OfDocument(ref)))));
    return moment;
  }

  /** The cell that a read shows. */
  private int cell(Object wanted) {
    if (wanted instanceof DocumentRef ref) {
      return cells.targetCell(scene.place(new Target.OfDocument(ref)));
    }
    return Cells.majorityCell(
        wanted instanceof RecordId id
            ? cells.anyCell(scene.place(id))
            : cells.memberCell(scene.place((TransactionId) wanted)));
  }

  private Object read(char[] world, Object wanted) {
    char number = world[cell(wanted)];
    if (wanted instanceof DocumentRef ref) {
      return cells
          .targets
          .value(number)
          .map(Sight::found)
          .orElseGet(() -> Sight.absent(new Target.OfDocument(ref)));
    }
    Cells.Kept there = cells.kept.value(number);
    if (wanted instanceof RecordId id) {
      return there
          .record()
          .filter(record -> record.id().equals(id))
          .map(Reader::found)
          .orElseGet(() -> Lookup.absent(id.value()));
    }
    return there
        .member()
        .map(member -> Lookup.found(member, Optional.empty(), Duration.ZERO))
        .or(() -> there.record().map(Reader::found))
        .orElseGet(() -> Lookup.absent(((TransactionId) wanted).value()));
  }

  private static Lookup found(TransactionRecord record) {
    return Lookup.found(record, Duration.ZERO);
  }

  /** What is to be read after these reads, or what is answered; nothing if the try has failed. */
  private Either<Object, Optional<List<@Nullable Long>>> replayed(List<Object> reads) {
    try {
      return Either.right(new Try(reads.iterator()).answer());
    } catch (NextRead next) {
      return Either.left(next.wanted);
    } catch (IllegalArgumentException impossible) {
      return Either.right(Optional.of(IMPOSSIBLE));
    }
  }

  private final class Try {
    private final Iterator<Object> reads;
    private final Rule rule = scene.readersFlaw;
    private final Map<DocumentRef, Sight> firstSights = new HashMap<>();
    private final Map<Object, Lookup> firstRecords = new HashMap<>();
    private Optional<DocumentRef> absent = Optional.empty();

    Try(Iterator<Object> reads) {
      this.reads = reads;
    }

    Optional<List<@Nullable Long>> answer() {
      Reading reading = Reading.of(documents, Documents.HOME);
      boolean isOver = false;
      while (!isOver && reading.result().isEmpty()) {
        Reading next = after(reading);
        isOver = reading.step() == Reading.Step.AGAIN || next.step() == Reading.Step.DOCUMENTS;
        reading = next;
      }
      boolean hasCome =
          rule == Rule.ABSENT_IS_READ_LAST
              && absent.stream().anyMatch(ref -> sight(ref).kind() != Sight.Kind.ABSENT);
      return reading.result().filter(answer -> !hasCome).flatMap(Reader::values);
    }

    private Object next(Object wanted) {
      if (!reads.hasNext()) {
        throw new NextRead(wanted);
      }
      return reads.next();
    }

    private Sight sight(DocumentRef ref) {
      return (Sight) next(ref);
    }

    private Lookup record(RecordId id) {
      return seen((Lookup) next(id));
    }

    /** A member's document, and then the record that it names. */
    private Lookup member(TransactionId id) {
      Lookup there = (Lookup) next(id);
      return there
          .member()
          .map(member -> Lookup.found(member, record(member.record()).record(), Duration.ZERO))
          .orElseGet(() -> seen(there));
    }

    private List<Lookup> lookups(HolderIds ids) {
      List<Lookup> lookups = new ArrayList<>();
      ids.transactions().forEach(id -> lookups.add(known(id, member(id))));
      ids.records().forEach(id -> lookups.add(known(id, record(id))));
      return lookups;
    }

    private Lookup known(Object id, Lookup lookup) {
      firstRecords.put(id, lookup);
      return lookup;
    }

    private Reading after(Reading step) {
      return switch (step.step()) {
        case DOCUMENTS -> {
          step.documents().forEach(ref -> firstSights.put(ref, sight(ref)));
          yield step.after(step.documents().stream().map(firstSights::get).toList(), List.of());
        }
        case RECORDS -> step.after(List.of(), lookups(step.ids()));
        case MEMBERS ->
            step.after(List.of(), step.ids().transactions().stream().map(this::member).toList());
        case ABSENT_AGAIN -> absentAgain(step);
        case AGAIN -> again(step);
        case NONE -> step;
      };
    }

    private Reading absentAgain(Reading step) {
      DocumentRef document = step.documents().get(0);
      Sight missing = Sight.absent(new Target.OfDocument(document));
      absent = Optional.of(document);
      if (rule == Rule.UNDECIDED_ARE_READ_BEFORE_ABSENT) {
        lookups(step.after(List.of(missing), List.of()).ids());
      }
      boolean isReadNow = rule != Rule.NOTHING_IS_READ_AGAIN && rule != Rule.ABSENT_IS_READ_LAST;
      return step.after(List.of(isReadNow ? sight(document) : missing), List.of());
    }

    /** The documents in the opposite order. */
    private Reading again(Reading step) {
      List<Lookup> records =
          rule == Rule.NONE_RECORDS_FIRST ? lookups(step.ids()) : new ArrayList<>();
      List<Sight> sights = new ArrayList<>();
      List<DocumentRef> backwards = new ArrayList<>(step.documents());
      Collections.reverse(backwards);
      backwards.forEach(ref -> sights.add(0, again(ref)));
      return step.after(
          sights, rule == Rule.NONE_RECORDS_FIRST ? records : lookupsAgain(step.ids()));
    }

    private List<Lookup> lookupsAgain(HolderIds ids) {
      boolean isRead =
          rule != Rule.NOTHING_IS_READ_AGAIN
              && rule != Rule.UNDECIDED_ARE_NOT_READ_AGAIN
              && (rule != Rule.UNDECIDED_ARE_READ_BEFORE_ABSENT || absent.isEmpty());
      if (isRead) {
        return lookups(ids);
      }
      List<Lookup> first = new ArrayList<>();
      ids.transactions().forEach(id -> first.add(Objects.requireNonNull(firstRecords.get(id))));
      ids.records().forEach(id -> first.add(Objects.requireNonNull(firstRecords.get(id))));
      return first;
    }

    private Sight again(DocumentRef ref) {
      Sight was = Objects.requireNonNull(firstSights.get(ref));
      if (rule == Rule.NOTHING_IS_READ_AGAIN) {
        return was;
      }
      Sight is = sight(ref);
      return was.stored().isPresent() && is.stored().isPresent()
          ? Sight.found(
              taken((Document) was.stored().orElseThrow(), (Document) is.stored().orElseThrow()))
          : is;
    }

    private Document taken(Document was, Document is) {
      return Copies.with(
          is,
          "lastTransaction",
          rule == Rule.STAMPS_ARE_IGNORED ? was.lastTransaction() : is.lastTransaction(),
          "holds",
          rule == Rule.HOLDS_ARE_IGNORED ? was.holds() : is.holds());
    }

    private Lookup seen(Lookup lookup) {
      return lookup
          .record()
          .map(
              record ->
                  switch (rule) {
                    case EPOCHS_ARE_IGNORED -> Copies.with(record, "epoch", epochOfHold(record));
                    case VERDICTS_ARE_IGNORED -> Copies.with(record, "verdict", ALL_APPLIED);
                    default -> record;
                  })
          .map(Reader::found)
          .orElse(lookup);
    }

    private Epoch epochOfHold(TransactionRecord record) {
      return firstSights.values().stream()
          .flatMap(sight -> sight.stored().stream())
          .flatMap(stored -> stored.holds().stream())
          .filter(hold -> hold.record().equals(record.id()))
          .map(io.twophase.domain.hold.Hold::epoch)
          .findFirst()
          .orElse(record.epoch());
    }
  }

  private static Optional<List<@Nullable Long>> values(ReadAnswer answer) {
    if (!(answer instanceof ReadAnswer.Consistent consistent)) {
      return Optional.empty();
    }
    List<@Nullable Long> values = new ArrayList<>();
    consistent
        .documents()
        .forEach(
            one ->
                values.add(
                    one.fields()
                        .flatMap(fields -> fields.get("n"))
                        .flatMap(value -> value.wholeNumber())
                        .orElse(null)));
    return Optional.of(values);
  }
}
