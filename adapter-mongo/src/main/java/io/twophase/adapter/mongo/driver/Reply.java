package io.twophase.adapter.mongo.driver;

import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The knowledge of a command that was sent: what the server answered, or nothing for certain, and
 * then the command may have taken effect, or may yet.
 *
 * @param value what the server has answered; none if it is not known whether the command took
 *     effect
 */
public record Reply<T>(Optional<T> value) {

  /** A value that is known for certain. */
  public static <T> Reply<T> certain(T value) {
    return new Reply<>(Optional.of(value));
  }

  /** Nothing that is known for certain. */
  public static <T> Reply<T> inDoubt() {
    return new Reply<>(Optional.empty());
  }

  /**
   * Sends a write that follows a first command of the same call, to resolve what came of that. The
   * call has sent something by then, so a store that cannot be reached leaves the call in doubt,
   * where it would have failed the first command.
   */
  public static <T> Reply<T> ofFollowUp(Supplier<Reply<T>> write) {
    try {
      return write.get();
    } catch (StoreUnavailableException unreachable) {
      return inDoubt();
    }
  }

  /** Returns the same of a read, which is certain unless the store cannot be reached. */
  public static <T> Reply<T> ofFollowUpRead(Supplier<T> read) {
    return ofFollowUp(() -> certain(read.get()));
  }

  /** The result of the one function or the other. */
  public <R> R fold(Supplier<? extends R> inDoubt, Function<? super T, ? extends R> certain) {
    return value.<R>map(certain).orElseGet(inDoubt);
  }

  /** Returns whether nothing is known for certain. */
  public boolean isInDoubt() {
    return value.isEmpty();
  }

  /** Returns the same of what {@code function} makes of the value. */
  public <R> Reply<R> map(Function<T, R> function) {
    return new Reply<>(value.map(function));
  }

  /** Returns what {@code function} answers to the value; in doubt if this is. */
  public <R> Reply<R> flatMap(Function<T, Reply<R>> function) {
    return fold(Reply::inDoubt, function);
  }

  /** The value, or {@code otherwise} if nothing is known for certain. */
  public T getOrElse(T otherwise) {
    return value.orElse(otherwise);
  }

  /**
   * The matches of a command of guarded updates.
   *
   * <p>If the server has told only how many matched, then the writes that took effect are counted
   * again. For each, a write is sent that matches what it left, and changes nothing; of those,
   * parts are sent together until all or none of a part match. So each answer is an acknowledged
   * count: a read could be older than what it is asked about.
   *
   * @param total how many documents in all
   * @param each how many for each update, where the server tells: MongoDB 8 does
   */
  public record Matches(int total, Optional<List<Integer>> each) {

    /** Returns the matches of no writes. */
    public static Matches none() {
      return inAll(0);
    }

    /** Returns how many each update matched, as the server has told. */
    public static Reply<Matches> told(List<Integer> each) {
      int total = each.stream().mapToInt(Integer::intValue).sum();
      return certain(new Matches(total, Optional.of(each)));
    }

    /** Returns the matches of updates of which only the sum is known. */
    static Matches inAll(int total) {
      return new Matches(total, Optional.empty());
    }

    /** Returns what to answer of an update that matched, or did not. */
    public static MatchOutcome outcome(boolean matched) {
      return matched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
    }

    private static List<MatchOutcome> outcomes(BitSet matched, int size) {
      return IntStream.range(0, size).mapToObj(at -> outcome(matched.get(at))).toList();
    }

    /**
     * Returns what to answer of so many updates: of one that is not told, that it did not match.
     */
    public List<MatchOutcome> outcomes(int size) {
      return outcomes(told(size), size);
    }

    /**
     * Returns what the update at {@code index} matched, if that is known: told, or because none
     * matched.
     */
    public Optional<Integer> of(int index) {
      return total == 0 ? Optional.of(0) : each.map(counts -> counts.get(index));
    }

    /**
     * The outcomes of a command that carried one write for each.
     *
     * @param count as for {@link #counted}
     */
    public static <T> List<MatchOutcome> outcomes(
        List<T> asked, Reply<Matches> answer, Function<List<T>, Reply<Matches>> count) {
      return answer
          .flatMap(matches -> matches.places(asked, count))
          .map(places -> outcomes(places, asked.size()))
          .getOrElse(Collections.nCopies(asked.size(), MatchOutcome.IN_DOUBT));
    }

    /**
     * The places of those whose writes matched: as the answer says, or else counted. This is the
     * answer to the command that carried one write for each.
     *
     * @param count as for {@link #counted}
     * @return in doubt if they had to be counted and a count is in doubt
     */
    public <T> Reply<BitSet> places(List<T> asked, Function<List<T>, Reply<Matches>> count) {
      return isTold(asked.size()) ? Reply.certain(told(asked.size())) : counted(asked, count);
    }

    /**
     * The places of those whose writes matched, where a guess is cheap. The writes that are guessed
     * to have taken effect are counted together, and the others are: if the guess is right, no more
     * is sent, however many there are.
     *
     * @param guess the places of those that probably took effect; asked for only if more than two
     *     must be counted
     */
    public <T> Reply<BitSet> places(
        List<T> asked, Supplier<BitSet> guess, Function<List<T>, Reply<Matches>> count) {
      if (isTold(asked.size()) || asked.size() <= 2) {
        return places(asked, count);
      }
      BitSet guessed = guess.get();
      List<Integer> others = new ArrayList<>();
      List<Integer> some = new ArrayList<>();
      for (int at = 0; at < asked.size(); at++) {
        (guessed.get(at) ? some : others).add(at);
      }
      Recount<T> recount = new Recount<>(asked, count, new BitSet());
      return recount.part(some) && recount.part(others)
          ? Reply.certain(recount.found)
          : Reply.inDoubt();
    }

    /**
     * The places of the writes that took effect, of which nothing is told.
     *
     * @param count sends the write for each of some, which matches where that is so, and may be
     *     sent any number of times
     * @return in doubt if any is
     */
    public static <T> Reply<BitSet> counted(
        List<T> asked, Function<List<T>, Reply<Matches>> count) {
      Recount<T> recount = new Recount<>(asked, count, new BitSet());
      List<Integer> all = IntStream.range(0, asked.size()).boxed().toList();
      return recount.halves(all) ? Reply.certain(recount.found) : Reply.inDoubt();
    }

    /** Returns whether the server has told which of so many matched. */
    private boolean isTold(int size) {
      return each.isPresent() || total == 0 || total == size;
    }

    /** The places of those of {@code size} that matched, where that is told. */
    private BitSet told(int size) {
      BitSet places = new BitSet(size);
      for (int at = 0; at < size; at++) {
        places.set(at, total == size || of(at).equals(Optional.of(1)));
      }
      return places;
    }

    private record Recount<T>(List<T> asked, Function<List<T>, Reply<Matches>> send, BitSet found) {

      /** Counts both halves; answers whether they are known. */
      private boolean halves(List<Integer> places) {
        if (places.size() == 1) {
          return part(places);
        }
        int middle = places.size() / 2;
        return part(places.subList(0, middle)) && part(places.subList(middle, places.size()));
      }

      private boolean part(List<Integer> places) {
        if (places.isEmpty()) {
          return true;
        }
        List<T> part = places.stream().map(asked::get).toList();
        return Reply.ofFollowUp(() -> send.apply(part))
            .fold(() -> false, matched -> count(places, matched));
      }

      private boolean count(List<Integer> places, Matches matched) {
        if (!matched.isTold(places.size())) {
          return halves(places);
        }
        matched.told(places.size()).stream().forEach(at -> found.set(places.get(at)));
        return true;
      }
    }
  }

  /** The outcome of an insert of a document. */
  public enum InsertOutcome {
    /** The document is stored, by this call. */
    INSERTED,
    /** The document is not stored: its id is taken, or a value of a unique index. */
    KEY_TAKEN,
    /** No answer: it may be stored, now or later. */
    IN_DOUBT;

    /** Answers as the begins of those that the documents keep. */
    public static List<BeginOutcome> begun(List<InsertOutcome> inserted) {
      return inserted.stream().map(InsertOutcome::begun).toList();
    }

    private BeginOutcome begun() {
      return switch (this) {
        case INSERTED -> BeginOutcome.BEGUN;
        case KEY_TAKEN -> BeginOutcome.ID_TAKEN;
        case IN_DOUBT -> BeginOutcome.IN_DOUBT;
      };
    }

    /** Answers as a write that matches if the key is free. */
    public MatchOutcome matched() {
      return switch (this) {
        case INSERTED -> MatchOutcome.MATCHED;
        case KEY_TAKEN -> MatchOutcome.NOT_MATCHED;
        case IN_DOUBT -> MatchOutcome.IN_DOUBT;
      };
    }
  }
}
