package io.twophase.cli.demo.crash;

import java.util.List;
import java.util.Map;

/**
 * A transfer whose process was killed, and its recovery by another.
 *
 * @param after the number of writes that it had made
 * @param write the last of them
 * @param leaves what it left, in one sentence
 * @param left the documents then
 * @param recovery the writes of the recovery
 * @param recovered the documents after it
 * @param balances of the accounts after it, as decimal texts
 * @param faults what is wrong with the books after it; empty if they balance
 */
public record Kill(
    int after,
    String write,
    String leaves,
    List<Map<String, Object>> left,
    List<String> recovery,
    List<Map<String, Object>> recovered,
    Map<String, String> balances,
    List<String> faults) {}
