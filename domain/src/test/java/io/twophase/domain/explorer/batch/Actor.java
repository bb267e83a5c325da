package io.twophase.domain.explorer.batch;

import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A player with its step's messages on their way.
 *
 * @param role which of the scene's
 * @param player where it is
 * @param sent the messages of its step
 * @param answers to them, as far as they have come
 * @param gone whether it has crashed
 */
record Actor(
    int role, Player player, List<Message> sent, List<Option<Object>> answers, boolean gone) {

  static Actor at(int role, Player player, List<Message> sent) {
    return new Actor(
        role, player, sent, Collections.nCopies(sent.size(), Option.<Object>none()), false);
  }

  Actor answered(int message, Object answer) {
    List<Option<Object>> more = new ArrayList<>(answers);
    more.set(message, Option.some(answer));
    return new Actor(role, player, sent, List.copyOf(more), gone);
  }

  Actor leaving() {
    return new Actor(role, new Player.Stopped(), List.of(), List.of(), true);
  }

  /** The same; once it has stopped, without what it knew. */
  Actor forgetting() {
    return hasStopped() ? new Actor(role, new Player.Stopped(), List.of(), List.of(), gone) : this;
  }

  boolean hasStopped() {
    return gone || player.hasStopped();
  }

  boolean isAnswered() {
    return answers.stream().allMatch(Option::isDefined);
  }

  /** Its messages without an answer. */
  List<Message> unanswered() {
    List<Message> unanswered = new ArrayList<>();
    for (int at = 0; at < sent.size(); at++) {
      if (answers.get(at).isEmpty()) {
        unanswered.add(sent.get(at));
      }
    }
    return unanswered;
  }

  /** All answers; what has none is in doubt. */
  List<Object> all() {
    List<Object> all = new ArrayList<>();
    for (int at = 0; at < sent.size(); at++) {
      Message message = sent.get(at);
      all.add(answers.get(at).getOrElse(() -> Player.doubt(message)));
    }
    return all;
  }
}
