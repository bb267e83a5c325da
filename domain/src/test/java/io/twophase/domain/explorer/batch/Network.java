package io.twophase.domain.explorer.batch;

import io.twophase.domain.explorer.breadth.Steps;

/** Messages that come late; and servers that alone have a write, and keep it or forget it. */
final class Network {

  private final Scene scene;
  private final Layout layout;
  private final Codes codes;
  private final Deliveries deliveries;

  Network(Scene scene, Layout layout, Codes codes, Deliveries deliveries) {
    this.scene = scene;
    this.layout = layout;
    this.codes = codes;
    this.deliveries = deliveries;
  }

  void of(char[] world, Steps<char[]> steps) {
    deliverLate(world, steps);
    if (scene.forgets()) {
      keepOrForget(world, steps);
    }
  }

  private void deliverLate(char[] world, Steps<char[]> steps) {
    String bag = codes.late(world[Layout.LATE]);
    for (int at = 0; at < bag.length(); at++) {
      char message = bag.charAt(at);
      if ((at == 0 || bag.charAt(at - 1) != message) && deliveries.canLand(world, message)) {
        deliverLate(world, message, false, steps);
        if (scene.soft().stream().anyMatch(kind -> kind.is(codes.messages.value(message)))) {
          deliverLate(world, message, true, steps);
        }
      }
    }
  }

  private void deliverLate(char[] world, char message, boolean soft, Steps<char[]> steps) {
    char[] next = world.clone();
    next[Layout.LATE] = codes.without(world[Layout.LATE], message);
    char answer = deliveries.deliver(next, message, soft);
    deliveries.forgetVain(next);
    steps.to(
        next,
        () ->
            (soft ? "late, on one server: " : "late: ")
                + Words.of(codes.messages.value(message))
                + " -> "
                + codes.answers.value(answer));
  }

  private void keepOrForget(char[] world, Steps<char[]> steps) {
    for (int at = 0; at < scene.batches().size(); at++) {
      int batch = at;
      int cell = layout.record(batch);
      if (world[cell] != world[layout.keptRecord(batch)]) {
        char[] next = world.clone();
        deliveries.keepRecord(next, batch);
        steps.to(next, () -> "a majority has batch " + batch);
        char[] back = world.clone();
        back[cell] = world[layout.keptRecord(batch)];
        steps.to(back, () -> "forgotten: the last write of batch " + batch);
      }
    }
    for (int at = 0; at < scene.transfers().size(); at++) {
      int transfer = at;
      int cell = layout.transfer(transfer);
      if (world[cell] != world[layout.keptTransfer(transfer)]) {
        char[] next = world.clone();
        deliveries.keepTransfer(next, transfer);
        steps.to(next, () -> "a majority has m" + (transfer + 1));
        char[] back = world.clone();
        back[cell] = world[layout.keptTransfer(transfer)];
        steps.to(back, () -> "forgotten: the last write of m" + (transfer + 1));
      }
    }
  }
}
